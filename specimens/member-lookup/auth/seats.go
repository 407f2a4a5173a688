package main

import "context"

// seats is how many calls auth works at, at a time; the others wait in order. A nil one has room for all.
type seats chan struct{}

func newSeats(n int) seats {
	if n <= 0 {
		return nil
	}
	return make(seats, n)
}

// take is false when the caller gave up before there was room.
func (s seats) take(caller context.Context) bool {
	if s == nil {
		return true
	}
	select {
	case s <- struct{}{}:
		return true
	case <-caller.Done():
		return false
	}
}

func (s seats) leave() {
	if s != nil {
		<-s
	}
}
