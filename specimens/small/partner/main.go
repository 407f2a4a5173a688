// Command partner stands for a company outside: a carrier that quotes deliveries, or an ERP that takes stock levels.
//
// It answers over HTTP after a service time of its own, lognormal around PARTNER_MEDIAN_MS with the spread PARTNER_SIGMA. A call that
// waits is a timer, not a busy thread.
package main

import (
	"encoding/json"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"
)

func main() {
	log.SetFlags(0)
	desk := &desk{
		median: number("PARTNER_MEDIAN_MS", 40),
		sigma:  number("PARTNER_SIGMA", 0.15),
		random: rand.New(rand.NewPCG(uint64(number("PARTNER_SEED", 1)), 0x746f6f6c)),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /quotes/{parcel}", desk.quote)
	mux.HandleFunc("POST /stock-levels", desk.takeLevels)

	address := "127.0.0.1:" + os.Getenv("PARTNER_PORT")
	log.Printf("partner: listening on %s, median %g ms", address, desk.median)
	log.Fatal(http.ListenAndServe(address, mux))
}

type desk struct {
	median, sigma float64
	mu            sync.Mutex
	random        *rand.Rand
}

type quote struct {
	Parcel string `json:"parcel"`
	Cents  int    `json:"cents"`
	Days   int    `json:"days"`
}

// The price depends on the parcel alone: the same question has the same answer.
func (d *desk) quote(w http.ResponseWriter, r *http.Request) {
	parcel := r.PathValue("parcel")
	sum := 0
	for _, c := range parcel {
		sum += int(c)
	}
	if d.work(r) {
		answer(w, quote{Parcel: parcel, Cents: 490 + sum%900, Days: 1 + sum%3})
	}
}

func (d *desk) takeLevels(w http.ResponseWriter, r *http.Request) {
	bytes, err := io.Copy(io.Discard, r.Body)
	if err != nil {
		http.Error(w, "the body ended early", http.StatusBadRequest)
		return
	}
	if d.work(r) {
		answer(w, map[string]int64{"received": bytes})
	}
}

// work takes the time that the partner needs; false when the caller gave up before.
func (d *desk) work(r *http.Request) bool {
	d.mu.Lock()
	ms := d.median * math.Exp(d.sigma*d.random.NormFloat64())
	d.mu.Unlock()
	timer := time.NewTimer(time.Duration(ms * float64(time.Millisecond)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
		return false
	}
}

func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	// The only error here is a caller that has gone away.
	_ = json.NewEncoder(w).Encode(body)
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
