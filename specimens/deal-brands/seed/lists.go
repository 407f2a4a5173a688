package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// writeLists writes requests.csv. The deals on the first screen are asked for most.
func writeLists(folder string, random *rand.Rand) error {
	file, err := os.Create(filepath.Join(folder, "requests.csv"))
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	popular := rand.NewZipf(random, 1.1, 8, deals-1)
	fmt.Fprintln(w, "deal,sort,page,member")
	for range lines {
		deal := dealCode(1 + int(popular.Uint64()))
		sort := pick(random, "FEATURED", "FEATURED", "FEATURED", "DISCOUNT", "POPULAR", "NAME")
		page := 0
		if random.IntN(4) == 0 {
			page = 1 + random.IntN(2)
		}
		fmt.Fprintf(w, "%s,%s,%d,%s\n", deal, sort, page, memberNo(1+random.IntN(members)))
	}
	return w.Flush()
}
