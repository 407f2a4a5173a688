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
	products = 40_000
	pictures = 1_500
	lines    = 20_000
)

// In the order of their ids. The last eight have attributes that are measures.
var (
	categories = []string{"pens", "pencils", "markers", "inks", "notebooks", "pads", "paper", "cards", "staplers", "scissors", "lamps", "trays",
		"brushes", "paints", "canvases", "chalks", "rulers", "glues", "satchels", "folders", "envelopes", "boxes", "tapes", "labels"}
	kinds = []string{"pen", "pencil", "marker", "ink", "notebook", "pad", "paper", "card", "stapler", "scissors", "lamp", "tray",
		"brush", "paint", "canvas", "chalk", "ruler", "glue", "satchel", "folder", "envelope", "box", "tape", "label"}
	colours = []string{"black", "blue", "red", "green", "grey", "white", "brown", "violet", "orange", "yellow", "copper", "sand"}
	places  = []string{"en-gb", "de-at", "fr-be", "ko-kr"}
	sorts   = []string{"price", "price", "price", "price-down"}
)

const wordy = 16

func main() {
	log.SetFlags(0)
	out := flag.String("out", ".", "folder to write to")
	flag.Parse()
	if err := os.MkdirAll(*out, 0o755); err != nil {
		log.Fatalf("error: cannot write the lists\ncause: %v", err)
	}
	random := rand.New(rand.NewPCG(5, 17))
	sold := soldEverywhere()
	one := func(of []string) string { return of[random.IntN(len(of))] }
	words := func() string { return one(colours) + "+" + one(kinds) }
	lists := []struct {
		name, header string
		line         func() string
	}{
		{"shelves", "place,category,page,sort", func() string {
			return fmt.Sprintf("%s,%s,%d,%s", one(places), one(categories), 1+random.IntN(4), one(sorts))
		}},
		{"products", "place,sku", func() string { return fmt.Sprintf("%s,P%06d", one(places), sold[random.IntN(len(sold))]) }},
		{"searches", "place,words", func() string { return one(places) + "," + words() }},
		{"compared", "place,category,page", func() string {
			return fmt.Sprintf("%s,%s,%d", one(places), one(categories[:wordy]), 1+random.IntN(8))
		}},
		{"compared-measures", "place,category,page", func() string {
			return fmt.Sprintf("%s,%s,%d", one(places), one(categories[wordy:]), 1+random.IntN(8))
		}},
		{"feeds", "place,category,part", func() string {
			return fmt.Sprintf("%s,%s,%d", one(places), one(categories), 1+random.IntN(2))
		}},
		{"pictures", "id", func() string { return fmt.Sprint(1 + random.IntN(pictures)) }},
	}
	for _, list := range lists {
		if err := write(filepath.Join(*out, list.name+".csv"), list.header, list.line); err != nil {
			log.Fatalf("error: cannot write the lists\ncause: %v", err)
		}
	}
}

// The products that the smallest market sells, which are those with many reviews.
func soldEverywhere() []int {
	var sold []int
	for id := 1; id <= products; id++ {
		if id*7919%40009%100 < 5 {
			sold = append(sold, id)
		}
	}
	return sold
}

func write(path, header string, line func() string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	fmt.Fprintln(w, header)
	for range lines {
		fmt.Fprintln(w, line())
	}
	return w.Flush()
}
