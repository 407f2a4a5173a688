// Command mail stands for the mail server of the house: it takes every letter by SMTP (RFC 5321), tells nobody, and says so after MAIL_MEDIAN_MS, as one
// that looks for spam and writes to its queue before it answers. A letter that waits is a timer, not a busy thread.
package main

import (
	"log"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"sync"
	"time"
)

func main() {
	log.SetFlags(0)
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(int(number("MAIL_PORT", 2525))))
	listener, err := net.Listen("tcp", address)
	if err != nil {
		log.Fatalf("error: cannot listen\ncause: %v", err)
	}
	takes := &spread{
		median: number("MAIL_MEDIAN_MS", 0),
		sigma:  number("MAIL_SIGMA", 0.2),
		random: rand.New(rand.NewPCG(uint64(number("MAIL_SEED", 1)), 0x6d61696c)),
	}
	log.Printf("listening on %s, median %g ms a letter", address, takes.median)
	log.Fatal(serve(listener, takes.draw))
}

// serve speaks with each client until the listener fails.
func serve(listener net.Listener, takes func() time.Duration) error {
	for {
		connection, err := listener.Accept()
		if err != nil {
			return err
		}
		go speak(connection, takes)
	}
}

// spread is a time that is lognormal around its median in milliseconds.
type spread struct {
	median, sigma float64

	mu     sync.Mutex
	random *rand.Rand
}

func (s *spread) draw() time.Duration {
	s.mu.Lock()
	z := s.random.NormFloat64()
	s.mu.Unlock()
	return time.Duration(s.median * math.Exp(s.sigma*z) * float64(time.Millisecond))
}

func number(name string, fallback float64) float64 {
	text := os.Getenv(name)
	if text == "" {
		return fallback
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		log.Fatalf("error: cannot read %s\ncause: %q is not a number", name, text)
	}
	return value
}
