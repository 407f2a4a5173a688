// Command seed writes the lists from which the load fills its URLs. The rows that they name come from sql/, by arithmetic on the same ids.
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

// As many as sql/rows.sql makes.
const (
	customers     = 3_000
	articles      = 20_000
	groups        = 200
	orders        = 60_000
	oldOrders     = 50_000
	legacyNumbers = 5_000
)

const (
	lines = 20_000
	// One order in so many is asked for by the number it had before the change of systems.
	legacyEvery = 3_000
	// So many of a hundred articles are looked at together with a delivery quote.
	quotedPercent = 15
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", ".", "folder to write to")
	flag.Parse()
	if err := os.MkdirAll(*out, 0o755); err != nil {
		log.Fatalf("error: cannot write the lists\ncause: %v", err)
	}
	random := rand.New(rand.NewPCG(7, 11))
	pick := func(n int) int { return 1 + random.IntN(n) }
	lists := []struct {
		name, header string
		line         func(i int) string
	}{
		{"orders", "id", func(int) string { return fmt.Sprint(pick(orders)) }},
		{"customers", "no", func(int) string { return customer(pick(customers)) }},
		{"groups", "group", func(int) string { return fmt.Sprint(pick(groups)) }},
		{"old-orders", "id", func(int) string { return fmt.Sprint(pick(oldOrders)) }},
		{"order-numbers", "no", func(i int) string {
			if i%legacyEvery == legacyEvery-1 {
				return fmt.Sprintf("L%06d", pick(legacyNumbers))
			}
			return fmt.Sprintf("O%06d", pick(orders))
		}},
		{"articles", "sku,delivery", func(int) string {
			delivery := "none"
			if random.IntN(100) < quotedPercent {
				delivery = "quote"
			}
			return article(pick(articles)) + "," + delivery
		}},
		{"reservations", "sku,customer", func(int) string { return article(pick(articles)) + "," + customer(pick(customers)) }},
	}
	for _, list := range lists {
		if err := write(filepath.Join(*out, list.name+".csv"), list.header, list.line); err != nil {
			log.Fatalf("error: cannot write the lists\ncause: %v", err)
		}
	}
}

func customer(id int) string { return fmt.Sprintf("K%05d", id) }

func article(id int) string { return fmt.Sprintf("A%06d", id) }

func write(path, header string, line func(i int) string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	fmt.Fprintln(w, header)
	for i := range lines {
		fmt.Fprintln(w, line(i))
	}
	return w.Flush()
}
