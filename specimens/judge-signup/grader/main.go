// Command grader stands for three things outside of the judge's service: the graders, who take a submission and answer after GRADER_MEDIAN_MS, the
// resolver of the cluster, in which their name is looked up, and, in a process of its own, the metadata server of the machine, which gives the tokens that graders ask
// for where GRADER_WANTS_TOKEN is true.
//
// The resolver waits before each answer, lognormal around RESOLVER_MEDIAN_MS. A query that waits is a timer, not a busy thread.
package main

import (
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

func main() {
	log.SetFlags(0)
	if os.Getenv("METADATA_PORT") != "" {
		serveMetadata()
	}
	port := int(number("GRADER_PORT", 8090))
	resolver := &resolver{
		median: number("RESOLVER_MEDIAN_MS", 8),
		sigma:  number("RESOLVER_SIGMA", 0.15),
		random: rand.New(rand.NewPCG(uint64(number("RESOLVER_SEED", 1)), 0x6e616d65)),
	}
	if err := resolver.serve(port, os.Getenv("RESOLVER_CONF")); err != nil {
		log.Fatalf("error: cannot serve names\ncause: %v\nhelp: port 53 needs root", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(http.ResponseWriter, *http.Request) {})
	wait := spread{median: number("GRADER_MEDIAN_MS", 0), sigma: 0.15}
	wantsToken := os.Getenv("GRADER_WANTS_TOKEN") == "true"
	mux.HandleFunc("POST /submissions/{id}", func(w http.ResponseWriter, r *http.Request) {
		if wantsToken && r.Header.Get("Authorization") != "Bearer "+workload {
			http.Error(w, "no token, or not of this workload", http.StatusUnauthorized)
			return
		}
		time.Sleep(wait.draw())
		w.WriteHeader(http.StatusAccepted)
	})
	log.Fatal(http.ListenAndServe(net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), mux))
}

// spread is a time that is lognormal around its median in milliseconds.
type spread struct{ median, sigma float64 }

func (s spread) draw() time.Duration {
	return time.Duration(s.median * math.Exp(s.sigma*rand.NormFloat64()) * float64(time.Millisecond))
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

// resolvConf is what a pod of Kubernetes has: names with fewer than five dots are tried with each suffix first, so `grader.judge` is found
// with the second.
func resolvConf(address string) string {
	return fmt.Sprintf("nameserver %s\nsearch judge.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n", address)
}
