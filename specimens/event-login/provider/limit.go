package main

import (
	"sync"
	"time"
)

// limit is a token bucket: perS calls a second on average, and burst of them at once. 0 a second is no limit.
type limit struct {
	perS, burst float64

	mu   sync.Mutex
	left float64
	last time.Time
}

func newLimit(perS, burst float64, now time.Time) *limit {
	burst = max(burst, 1)
	return &limit{perS: perS, burst: burst, left: burst, last: now}
}

func (l *limit) take(now time.Time) bool {
	if l.perS == 0 {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left = min(l.burst, l.left+l.perS*now.Sub(l.last).Seconds())
	l.last = now
	if l.left < 1 {
		return false
	}
	l.left--
	return true
}
