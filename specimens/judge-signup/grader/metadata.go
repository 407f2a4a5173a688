package main

import (
	"encoding/json"
	"log"
	"net"
	"net/http"
	"strconv"
	"time"
)

const (
	workload  = "judge-service"
	lifetimeS = 3600
)

// serveMetadata gives tokens of the workload on the machine: METADATA_SEATS at a time, each after METADATA_MEDIAN_MS. It does not return.
func serveMetadata() {
	wait := spread{median: number("METADATA_MEDIAN_MS", 0), sigma: 0.15}
	seats := make(chan struct{}, max(1, int(number("METADATA_SEATS", 1))))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /computeMetadata/v1/instance/service-accounts/default/token", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Metadata-Flavor") != "Google" {
			http.Error(w, "Metadata-Flavor is missing", http.StatusForbidden)
			return
		}
		seats <- struct{}{}
		time.Sleep(wait.draw())
		<-seats
		w.Header().Set("Content-Type", "application/json")
		answer := map[string]any{"access_token": workload, "expires_in": lifetimeS, "token_type": "Bearer"}
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			log.Printf("error: cannot answer\ncause: %v", err)
		}
	})
	port := strconv.Itoa(int(number("METADATA_PORT", 0)))
	log.Fatal(http.ListenAndServe(net.JoinHostPort("127.0.0.1", port), mux))
}
