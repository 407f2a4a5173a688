package main

import (
	"math"
	"math/rand/v2"
	"sync"
	"time"
)

// serviceTimes draws lognormal service times: many near the median, a few well above it, none near zero.
type serviceTimes struct {
	mu     sync.Mutex
	random *rand.Rand
	mu0    float64 // log of the median in milliseconds
	sigma  float64
}

func newServiceTimes(medianMs, sigma float64, seed uint64) *serviceTimes {
	return &serviceTimes{
		random: rand.New(rand.NewPCG(seed, 0x6d656d626572)),
		mu0:    math.Log(medianMs),
		sigma:  sigma,
	}
}

func (s *serviceTimes) next() time.Duration {
	s.mu.Lock()
	z := s.random.NormFloat64()
	s.mu.Unlock()
	return time.Duration(math.Exp(s.mu0+s.sigma*z) * float64(time.Millisecond))
}
