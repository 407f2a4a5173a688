// Command seed writes the list of those who wait: which performance, and which number in its queue.
//
// The numbers are those that members have who registered before the sale, so every row is in a queue from the service's start on.
package main

import (
	"encoding/csv"
	"flag"
	"log"
	"os"
	"path/filepath"
	"strconv"
)

const (
	performances  = 10
	preregistered = 250
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", ".", "folder to write to")
	flag.Parse()
	if err := write(*out); err != nil {
		log.Fatalf("error: cannot write the list of those who wait\ncause: %v", err)
	}
}

func write(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(folder, "waiting.csv"))
	if err != nil {
		return err
	}
	defer file.Close()
	rows := csv.NewWriter(file)
	if err := rows.Write([]string{"performance", "number"}); err != nil {
		return err
	}
	for number := 1; number <= preregistered; number++ {
		for performance := 1; performance <= performances; performance++ {
			if err := rows.Write([]string{strconv.Itoa(performance), strconv.Itoa(number)}); err != nil {
				return err
			}
		}
	}
	rows.Flush()
	return rows.Error()
}
