// Command provider stands for the company whose push messages the service uses. It has two roles, each a process of its own: `token` hands out access
// tokens for signed assertions (RFC 7523), `push` takes messages from whoever has such a token.
//
// Both answer after a service time of their own, lognormal around PROVIDER_MEAN_MS with the spread PROVIDER_SIGMA. A call that waits is a timer, not
// a busy thread.
package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"log"
	"net/http"
	"os"
	"strconv"
)

func main() {
	log.SetFlags(0)
	role := flag.String("role", "token", "token or push")
	flag.Parse()
	account, err := readAccount(os.Getenv("PROVIDER_ACCOUNT"))
	if err != nil {
		log.Fatalf("error: cannot read the service account\ncause: %v", err)
	}
	desk := newDesk()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /stats", desk.stats)
	switch *role {
	case "token":
		if err := account.hand(os.Getenv("PROVIDER_ACCOUNT_OUT"), os.Getenv("PROVIDER_TOKEN_URI")); err != nil {
			log.Fatalf("error: cannot hand out the service account\ncause: %v", err)
		}
		tokens := &tokens{desk: desk, account: account, lifetimeS: int(number("PROVIDER_LIFETIME_S", 3600))}
		mux.HandleFunc("POST /token", tokens.exchange)
	case "push":
		pushes := &pushes{desk: desk, account: account}
		mux.HandleFunc("POST /messages", pushes.take)
	default:
		log.Fatalf("error: cannot be %q\nhelp: -role is token or push", *role)
	}
	address := "127.0.0.1:" + cmp.Or(os.Getenv("PROVIDER_PORT"), "8090")
	log.Printf("%s: listening on %s, %s", *role, address, desk)
	log.Fatal(http.ListenAndServe(address, mux))
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// The only error here is a caller that has gone away.
	_ = json.NewEncoder(w).Encode(body)
}

func refuse(w http.ResponseWriter, status int, name, why string) {
	answer(w, status, map[string]string{"error": name, "error_description": why})
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
