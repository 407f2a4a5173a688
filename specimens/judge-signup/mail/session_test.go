package main

import (
	"net"
	"net/smtp"
	"sync/atomic"
	"testing"
	"time"
)

// server counts the letters that it takes.
func server(t *testing.T) (string, *atomic.Int64) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	var taken atomic.Int64
	go serve(listener, func() time.Duration {
		taken.Add(1)
		return 0
	})
	return listener.Addr().String(), &taken
}

func TestALetterIsTakenWithItsDots(t *testing.T) {
	address, taken := server(t)
	text := []byte("Subject: hello\r\n\r\n.\r\n..\r\nbye\r\n")
	for range 2 {
		if err := smtp.SendMail(address, nil, "judge@x.example", []string{"student@x.example"}, text); err != nil {
			t.Fatal(err)
		}
	}
	if taken.Load() != 2 {
		t.Errorf("%d letters were taken", taken.Load())
	}
}

func TestALetterWithoutAReceiverIsNot(t *testing.T) {
	address, taken := server(t)
	client, err := smtp.Dial(address)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.Rcpt("student@x.example"); err == nil {
		t.Error("a receiver was taken before a sender")
	}
	if err := client.Mail("judge@x.example"); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Data(); err == nil {
		t.Error("a letter was asked for that nobody receives")
	}
	if err := client.Reset(); err != nil {
		t.Fatal(err)
	}
	if taken.Load() != 0 {
		t.Errorf("%d letters were taken", taken.Load())
	}
}
