package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// desk is what both roles share: a service time, how many are served at a time, how many a second are let in, and counts of all that.
type desk struct {
	meanMs, sigma float64
	seats         chan struct{}
	limit         *limit

	mu     sync.Mutex
	random *rand.Rand

	done, limited, refused, left atomic.Int64
}

func newDesk() *desk {
	d := &desk{
		meanMs: number("PROVIDER_MEAN_MS", 100),
		sigma:  number("PROVIDER_SIGMA", 0.3),
		limit:  newLimit(number("PROVIDER_RATE", 0), number("PROVIDER_BURST", 0), time.Now()),
		random: rand.New(rand.NewPCG(uint64(number("PROVIDER_SEED", 1)), 0x70757368)),
	}
	if seats := int(number("PROVIDER_SEATS", 0)); seats > 0 {
		d.seats = make(chan struct{}, seats)
	}
	return d
}

// admit refuses a call that comes above the rate.
func (d *desk) admit(w http.ResponseWriter) bool {
	if d.limit.take(time.Now()) {
		return true
	}
	d.limited.Add(1)
	w.Header().Set("Retry-After", "1")
	refuse(w, http.StatusTooManyRequests, "rate_limit_exceeded", "too many requests for this account")
	return false
}

// work waits for a seat and then takes the time that a call needs; false when the caller gave up before.
func (d *desk) work(ctx context.Context) bool {
	if d.seats != nil {
		select {
		case d.seats <- struct{}{}:
			defer func() { <-d.seats }()
		case <-ctx.Done():
			d.left.Add(1)
			return false
		}
	}
	timer := time.NewTimer(d.serviceTime())
	defer timer.Stop()
	select {
	case <-timer.C:
		d.done.Add(1)
		return true
	case <-ctx.Done():
		d.left.Add(1)
		return false
	}
}

// serviceTime has the mean that was asked for: that of a lognormal lies above its median by sigma^2 / 2 in the exponent.
func (d *desk) serviceTime() time.Duration {
	d.mu.Lock()
	z := d.random.NormFloat64()
	d.mu.Unlock()
	ms := d.meanMs * math.Exp(d.sigma*z-d.sigma*d.sigma/2)
	return time.Duration(ms * float64(time.Millisecond))
}

// stats tells how many calls were served, came above the rate, were refused, and whose caller left.
func (d *desk) stats(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, map[string]int64{
		"done": d.done.Load(), "limited": d.limited.Load(), "refused": d.refused.Load(), "left": d.left.Load(),
	})
}

func (d *desk) String() string {
	return fmt.Sprintf("mean %g ms, %d at a time, %g a second (0: any number)", d.meanMs, cap(d.seats), d.limit.perS)
}
