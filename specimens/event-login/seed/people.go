package main

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"time"
)

// person is a member, with what only he and the load know.
type person struct {
	id        int
	email     string
	name      string
	region    string
	password  string
	salt      []byte
	changed   time.Time
	joined    time.Time
	device    string
	bookmarks []int
}

var (
	families = []string{"Kim", "Lee", "Park", "Choi", "Jung", "Kang", "Cho", "Yoon", "Jang", "Lim", "Han", "Shin", "Seo", "Kwon", "Hwang"}
	givens   = []string{
		"Ara", "Bomi", "Chan", "Dain", "Eunji", "Gaon", "Hana", "Inho", "Jiho", "Kyung", "Minji", "Nari", "Seojun", "Taeho", "Woojin", "Yuna",
	}
	regions = []string{"SEOUL", "BUSAN", "INCHEON", "DAEGU", "GANGWON", "JEJU", "JEONNAM", "GYEONGGI"}
	words   = []string{"amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "islet", "jetty", "kelp", "lotus", "maple", "north"}
)

func makePeople(random *rand.Rand) []person {
	people := make([]person, members)
	for i := range people {
		family, given := pick(random, families), pick(random, givens)
		people[i] = person{
			id:        i + 1,
			email:     fmt.Sprintf("member%06d@mail.lantern.example", i+1),
			name:      given + " " + family,
			region:    pick(random, regions),
			password:  fmt.Sprintf("%s-%s-%04d", pick(random, words), pick(random, words), random.IntN(10_000)),
			salt:      bytes(random, 16),
			changed:   now.AddDate(0, 0, -random.IntN(112)).Add(-time.Duration(random.IntN(86_400)) * time.Second),
			joined:    now.AddDate(0, 0, -130-random.IntN(900)),
			device:    hex.EncodeToString(bytes(random, 70)),
			bookmarks: bookmarks(random),
		}
	}
	return people
}

// bookmarks are 8 to 24 different events.
func bookmarks(random *rand.Rand) []int {
	n := 8 + random.IntN(17)
	taken := make(map[int]bool, n)
	chosen := make([]int, 0, n)
	for len(chosen) < n {
		event := 1 + random.IntN(events)
		if !taken[event] {
			taken[event] = true
			chosen = append(chosen, event)
		}
	}
	return chosen
}

func bytes(random *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

func pick(random *rand.Rand, of []string) string { return of[random.IntN(len(of))] }
