// Command seed writes the rows of the database as SQL, the logins that the load sends, and the file of the service account.
//
// Rows and logins have one fixed seed: the same files come out everywhere. The key of the service account is a new one each time.
package main

import (
	"flag"
	"log"
	"math/rand/v2"
	"os"
	"time"
)

const (
	members   = 20_000
	festivals = 40
	events    = 600
	logins    = 20_000
)

// The moment that the service takes for now (FESTIVAL_NOW), so that every run has the same notices.
var now = time.Date(2025, 6, 1, 10, 0, 0, 0, time.UTC)

func main() {
	log.SetFlags(0)
	out := flag.String("out", ".", "folder to write to")
	rounds := flag.Int("rounds", 250, "rounds of PBKDF2 in the hash of a password")
	flag.Parse()
	if err := os.MkdirAll(*out, 0o755); err != nil {
		log.Fatalf("error: cannot make %s\ncause: %v", *out, err)
	}
	random := rand.New(rand.NewPCG(5, 200))
	people := makePeople(random)
	for what, write := range map[string]func() error{
		"rows":            func() error { return writeRows(*out, people, *rounds) },
		"logins":          func() error { return writeLogins(*out, people) },
		"service account": func() error { return writeAccount(*out) },
	} {
		if err := write(); err != nil {
			log.Fatalf("error: cannot write the %s\ncause: %v", what, err)
		}
	}
}
