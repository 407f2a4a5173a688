package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
)

// loadStore reads a CSV file with the header token,member_id,scope,expires_at.
func loadStore(path string) (map[string]tokenResponse, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()

	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	store := make(map[string]tokenResponse, len(rows))
	for i, row := range rows {
		if i == 0 {
			continue
		}
		if len(row) != 4 {
			return nil, fmt.Errorf("read %s line %d: %d fields, expected 4", path, i+1, len(row))
		}
		member, err := strconv.ParseInt(row[1], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("read %s line %d: member id %q is not a number", path, i+1, row[1])
		}
		store[row[0]] = tokenResponse{MemberID: member, Scope: row[2], ExpiresAt: row[3]}
	}
	return store, nil
}
