// Command auth is the token service of the member-lookup specimen: it knows which member a token belongs to.
//
// It stands for a service that other people run, so it answers after a service time of its own: lognormal around
// AUTH_MEDIAN_MS with the spread AUTH_SIGMA. A waiting call is a timer, not a busy thread.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

type tokenResponse struct {
	MemberID  int64  `json:"memberId"`
	Scope     string `json:"scope"`
	ExpiresAt string `json:"expiresAt"`
}

func main() {
	log.SetFlags(0)
	store, err := loadStore(env("AUTH_STORE", "auth-store.csv"))
	if err != nil {
		log.Fatalf("error: cannot load the token store\ncause: %v", err)
	}
	times := newServiceTimes(
		envFloat("AUTH_MEDIAN_MS", 40),
		envFloat("AUTH_SIGMA", 0.15),
		uint64(envFloat("AUTH_SEED", 1)),
	)

	seats := newSeats(int(envFloat("AUTH_SEATS", 0)))

	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
	})
	mux.HandleFunc("GET /tokens/{token}", func(w http.ResponseWriter, r *http.Request) {
		token, known := store[r.PathValue("token")]
		if !seats.take(r.Context()) {
			return
		}
		wait(r, times.next())
		seats.leave()
		if !known {
			http.Error(w, "unknown token", http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		// The only error here is a caller that has gone away.
		_ = json.NewEncoder(w).Encode(token)
	})

	address := "127.0.0.1:" + env("AUTH_PORT", "8081")
	log.Printf("auth: %d tokens, listening on %s", len(store), address)
	log.Fatal(http.ListenAndServe(address, mux))
}

// wait ends early when the caller gives up.
func wait(r *http.Request, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.Context().Done():
	}
}

func env(name, fallback string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return fallback
}

func envFloat(name string, fallback float64) float64 {
	text := env(name, "")
	if text == "" {
		return fallback
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		log.Fatalf("error: cannot read %s\ncause: %q is not a number", name, text)
	}
	return value
}
