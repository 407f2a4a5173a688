package main

import (
	"os"
	"time"
)

// backup writes the same file again and again. Nothing is pending on the disk when a round has ended.
func backup(file string, megabytes int, every time.Duration) error {
	block := make([]byte, 1<<20)
	for i := range block {
		block[i] = byte(i * i >> 3)
	}
	to, err := os.Create(file)
	if err != nil {
		return err
	}
	defer to.Close()
	for round := time.NewTicker(every); ; <-round.C {
		for n := 0; n < megabytes; n++ {
			if _, err := to.WriteAt(block, int64(n)<<20); err != nil {
				return err
			}
		}
		if err := to.Sync(); err != nil {
			return err
		}
	}
}
