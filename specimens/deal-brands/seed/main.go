// Command seed writes the rows of the database as SQL, and the lists from which the load fills its URLs.
//
// It has one fixed seed: the same files come out everywhere.
package main

import (
	"flag"
	"log"
	"math/rand/v2"
	"os"
)

const (
	brands   = 2_000
	deals    = 200
	members  = 40_000
	payments = 300_000
	lines    = 20_000
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", ".", "folder to write to")
	flag.Parse()
	if err := os.MkdirAll(*out, 0o755); err != nil {
		log.Fatalf("error: cannot write the seed\ncause: %v", err)
	}
	random := rand.New(rand.NewPCG(23, 42))
	if err := writeRows(*out, random); err != nil {
		log.Fatalf("error: cannot write the rows\ncause: %v", err)
	}
	if err := writeLists(*out, random); err != nil {
		log.Fatalf("error: cannot write the lists\ncause: %v", err)
	}
}
