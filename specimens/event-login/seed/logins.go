package main

import (
	"encoding/csv"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// writeLogins writes logins.csv: who logs in, and from which device.
func writeLogins(folder string, people []person) error {
	file, err := os.Create(filepath.Join(folder, "logins.csv"))
	if err != nil {
		return err
	}
	defer file.Close()
	random := rand.New(rand.NewPCG(7, 400))
	out := csv.NewWriter(file)
	rows := [][]string{{"email", "password", "device"}}
	for range logins {
		p := people[random.IntN(len(people))]
		rows = append(rows, []string{p.email, p.password, p.device})
	}
	if err := out.WriteAll(rows); err != nil {
		return err
	}
	return file.Close()
}
