package main

import (
	"io"
	"net"
	"net/textproto"
	"strings"
	"time"
)

// Longer than any client pauses within a session.
const patience = time.Minute

// letter is what a client has said of the one that it is about to send.
type letter struct {
	sender    bool
	receivers int
}

// speak answers one client until it quits or goes away. A letter is taken after `takes`.
func speak(connection net.Conn, takes func() time.Duration) {
	defer connection.Close()
	client := textproto.NewConn(connection)
	say := func(reply string) bool { return client.PrintfLine("%s", reply) == nil }
	var now letter
	goes := say("220 mail.judge ESMTP")
	for goes {
		// the only error here is a deadline that a closed connection cannot take
		_ = connection.SetReadDeadline(time.Now().Add(patience))
		line, err := client.ReadLine()
		if err != nil {
			return
		}
		verb, _, _ := strings.Cut(line, " ")
		switch strings.ToUpper(verb) {
		case "QUIT":
			say("221 2.0.0 bye")
			return
		case "DATA":
			goes = now.takeData(client, say, takes)
			now = letter{}
		default:
			goes = say(now.command(strings.ToUpper(verb)))
		}
	}
}

// command is the reply to any other command.
func (l *letter) command(verb string) string {
	switch verb {
	case "EHLO", "HELO":
		*l = letter{}
		return "250 mail.judge"
	case "MAIL":
		*l = letter{sender: true}
		return "250 2.1.0 sender ok"
	case "RCPT":
		if !l.sender {
			return "503 5.5.1 MAIL comes first"
		}
		l.receivers++
		return "250 2.1.5 receiver ok"
	case "RSET":
		*l = letter{}
		return "250 2.0.0 forgotten"
	case "NOOP":
		return "250 2.0.0 ok"
	default:
		return "502 5.5.2 not known here"
	}
}

// takeData reads the letter up to its end and says that it is taken; false when the client has gone away.
func (l letter) takeData(client *textproto.Conn, say func(string) bool, takes func() time.Duration) bool {
	if l.receivers == 0 {
		return say("503 5.5.1 RCPT comes first")
	}
	if !say("354 end with a dot on a line of its own") {
		return false
	}
	if _, err := io.Copy(io.Discard, client.DotReader()); err != nil {
		return false
	}
	time.Sleep(takes())
	return say("250 2.0.0 taken")
}
