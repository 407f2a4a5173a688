package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"time"
)

var (
	ages    = []string{"TEENS", "TWENTIES", "THIRTIES", "FORTIES", "FIFTIES", "OLDER"}
	genders = []string{"F", "M"}
	// A quarter of the members are in their twenties, a quarter in their thirties.
	ageOf = []string{"TEENS", "TWENTIES", "TWENTIES", "THIRTIES", "THIRTIES", "FORTIES", "FIFTIES", "OLDER"}
	day   = time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC)
)

// writeRows writes rows.sql. Popular brands take part in more deals and are paid at more often.
func writeRows(folder string, random *rand.Rand) error {
	sql, err := create(filepath.Join(folder, "rows.sql"))
	if err != nil {
		return err
	}
	popular := rand.NewZipf(random, 1.2, 12, brands-1)
	writeBrands(sql, random)
	writeDeals(sql, random, popular)
	writeMembers(sql, random, popular)
	return sql.close()
}

func writeBrands(sql *script, random *rand.Rand) {
	for i, name := range categories {
		sql.row("category", i+1, strings.ToUpper(strings.ReplaceAll(name, " ", "_")), name, i+1)
	}
	for id := 1; id <= brands; id++ {
		category := 1 + random.IntN(len(categories))
		name := brandName(id, random)
		status := "OPEN"
		if random.IntN(40) == 0 {
			status = pick(random, "HIDDEN", "CLOSED")
		}
		sql.row("brand", id, fmt.Sprintf("B%05d", id), name, strings.ToLower(name),
			fmt.Sprintf("https://static.paydeal.example/brands/%05d/logo@2x.png", id),
			fmt.Sprintf("%s: %s", categories[category-1], pick(random, summaries...)),
			1+random.IntN(900), brands-id, status, category, moment(-random.IntN(3000), random))
	}
	id := 0
	for brand := 1; brand <= brands; brand++ {
		for _, age := range ages {
			for _, gender := range genders {
				id++
				sql.row("brand_score", id, brand, age, gender, random.IntN(1000)+1000*(brands-brand)/brands)
			}
		}
	}
}

func writeDeals(sql *script, random *rand.Rand, popular *rand.Zipf) {
	row, benefit := 0, 0
	for id := 1; id <= deals; id++ {
		sql.row("deal", id, dealCode(id), fmt.Sprintf("%s %s %d", pick(random, seasons...), pick(random, occasions...), id),
			pick(random, "MONEY", "MONEY", "CARD", "ACCOUNT", "POINTS"), moment(-random.IntN(60), random),
			"2099-12-31 23:59:59", int64(1+random.IntN(90))*10_000_000)
		taken := map[int]bool{}
		for position := 1; position <= 60+random.IntN(40); position++ {
			brand := 1 + int(popular.Uint64())
			if taken[brand] {
				continue
			}
			taken[brand] = true
			row++
			sql.row("deal_brand", row, id, brand, 3+random.IntN(28), 1000*(1+random.IntN(20)), 5000*random.IntN(8),
				random.IntN(8) == 0, position)
			for n := range random.IntN(4) {
				benefit++
				kind := random.IntN(len(benefitKinds))
				sql.row("benefit", benefit, row, benefitKinds[kind], benefitTexts[kind], n+1)
			}
		}
	}
}

func writeMembers(sql *script, random *rand.Rand, popular *rand.Zipf) {
	for id := 1; id <= members; id++ {
		sql.row("member", id, memberNo(id), pick(random, ageOf...), pick(random, genders...), moment(-random.IntN(2500), random))
	}
	for id := 1; id <= payments; id++ {
		sql.row("payment", id, 1+random.IntN(members), 1+int(popular.Uint64()), 100*(10+random.IntN(900)), moment(-random.IntN(365), random))
	}
}

func moment(days int, random *rand.Rand) string {
	return day.AddDate(0, 0, days).Add(time.Duration(random.IntN(86_400)) * time.Second).Format("2006-01-02 15:04:05")
}

func dealCode(id int) string { return fmt.Sprintf("D%04d", id) }

func memberNo(id int) string { return fmt.Sprintf("M%07d", id*37%9_999_991) }

func pick(random *rand.Rand, of ...string) string { return of[random.IntN(len(of))] }
