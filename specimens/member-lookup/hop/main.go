// Command hop is a TCP relay that puts a round-trip time between two processes of one machine.
//
// It stands for the network between a service and a database in another zone. Every chunk is passed on half of
// HOP_RTT_MS after it was read, in order and without waiting for the chunk before it, so pipelining survives. It
// adds distance only: no loss, no jitter, no bandwidth limit.
package main

import (
	"log"
	"net"
	"os"
	"strconv"
	"syscall"
	"time"
)

// A chunk and the time at which it reaches the other side.
type chunk struct {
	bytes []byte
	due   time.Time
}

func main() {
	log.SetFlags(0)
	rttMs, err := strconv.ParseFloat(os.Getenv("HOP_RTT_MS"), 64)
	if err != nil || rttMs < 0 {
		log.Fatalf("error: cannot read HOP_RTT_MS\ncause: %q is not a time in ms", os.Getenv("HOP_RTT_MS"))
	}
	oneWay := time.Duration(rttMs / 2 * float64(time.Millisecond))
	upstream := os.Getenv("HOP_UPSTREAM")

	listener, err := net.Listen("tcp", os.Getenv("HOP_LISTEN"))
	if err != nil {
		log.Fatalf("error: cannot listen\ncause: %v", err)
	}
	log.Printf("hop: %s -> %s, %v each way", listener.Addr(), upstream, oneWay)
	for {
		client, err := listener.Accept()
		if err != nil {
			log.Fatalf("error: cannot accept\ncause: %v", err)
		}
		go relay(client, upstream, oneWay)
	}
}

func relay(client net.Conn, upstream string, oneWay time.Duration) {
	server, err := net.Dial("tcp", upstream)
	if err != nil {
		log.Printf("hop: %v", err)
		client.Close()
		return
	}
	go carry(client, server, oneWay)
	go carry(server, client, oneWay)
}

// carry moves bytes one way until the sender ends, then ends the receiver's side too.
func carry(from, to net.Conn, oneWay time.Duration) {
	flying := make(chan chunk, 1024)
	go func() {
		defer close(flying)
		for {
			buffer := make([]byte, 16*1024)
			n, err := from.Read(buffer)
			if n > 0 {
				flying <- chunk{buffer[:n], time.Now().Add(oneWay)}
			}
			if err != nil {
				return
			}
		}
	}()
	broken := false
	for c := range flying {
		sleepUntil(c.due)
		if !broken {
			_, err := to.Write(c.bytes)
			broken = err != nil
		}
	}
	to.Close()
}

// sleepUntil asks the kernel: the runtime's own timers round up to whole milliseconds, too coarse for a short hop.
func sleepUntil(due time.Time) {
	left := time.Until(due)
	if left <= 0 {
		return
	}
	pause := syscall.NsecToTimespec(left.Nanoseconds())
	_ = syscall.Nanosleep(&pause, nil)
}
