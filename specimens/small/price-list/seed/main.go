// Command seed writes what the ERP exports every night, the articles and the prices agreed with each customer, and the lists from which
// the load fills its URLs.
//
// It has one fixed seed: the same files come out everywhere.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
)

const (
	articles         = 20_000
	groups           = 50
	customers        = 4_000
	pricesOfCustomer = 250
	lines            = 20_000
)

var names = []string{"Hammer", "Chisel", "Drill bit", "Saw blade", "Screw", "Hinge", "Clamp", "File", "Level"}

func main() {
	log.SetFlags(0)
	out := flag.String("out", ".", "folder to write to")
	flag.Parse()
	if err := run(*out); err != nil {
		log.Fatalf("error: cannot write the export\ncause: %v", err)
	}
}

func run(out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(3, 5))
	err := write(filepath.Join(out, "articles.csv"), "article,group,name,cents", func(w *bufio.Writer) {
		for id := 1; id <= articles; id++ {
			fmt.Fprintf(w, "%d,%d,%s no. %d,%d\n", id, 1+id%groups, names[id%len(names)], id, 150+random.IntN(20_000))
		}
	})
	if err != nil {
		return err
	}
	err = write(filepath.Join(out, "agreed.csv"), "customer,article,cents", func(w *bufio.Writer) {
		for customer := 1; customer <= customers; customer++ {
			for range pricesOfCustomer {
				fmt.Fprintf(w, "%d,%d,%d\n", customer, 1+random.IntN(articles), 100+random.IntN(18_000))
			}
		}
	})
	if err != nil {
		return err
	}
	return write(filepath.Join(out, "requests.csv"), "customer,group,grams", func(w *bufio.Writer) {
		for range lines {
			fmt.Fprintf(w, "%d,%d,%d\n", 1+random.IntN(customers), 1+random.IntN(groups), 100+random.IntN(9_000))
		}
	})
}

func write(path, header string, rows func(w *bufio.Writer)) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	fmt.Fprintln(w, header)
	rows(w)
	return w.Flush()
}
