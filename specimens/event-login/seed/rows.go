package main

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"time"
)

var (
	festivalNames = []string{"Lantern", "Cherry Blossom", "Mud", "Ice Fishing", "Mask Dance", "Fireworks", "Reed", "Ginseng", "Tea", "Jazz"}
	places        = []string{"Main stage", "River stage", "Market hall", "Old fortress", "Lake shore", "Temple yard", "Harbour", "Pine forest"}
	titles        = []string{"Parade", "Opening concert", "Cooking class", "Night walk", "Drum show", "Puppet theatre", "Boat race", "Craft fair", "Food alley"}
	categories    = []string{"MUSIC", "FOOD", "FAMILY", "CRAFT", "NIGHT", "SPORT"}
)

func writeRows(folder string, people []person, rounds int) error {
	sql, err := newTables(filepath.Join(folder, "rows.sql"))
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(6, 300))
	writeEvents(sql, random)
	for _, p := range people {
		hash, err := passwordHash(p, rounds)
		if err != nil {
			return err
		}
		sql.row("member", p.id, p.email, p.name, p.region, hash, p.changed, "ACTIVE", p.joined)
	}
	for _, p := range people {
		for _, event := range p.bookmarks {
			sql.row("bookmark", p.id, event, p.joined.AddDate(0, 0, random.IntN(120)))
		}
	}
	return sql.close()
}

// writeEvents writes events that begin within forty days: one in forty begins in the next 24 hours.
func writeEvents(sql *tables, random *rand.Rand) {
	for id := 1; id <= festivals; id++ {
		name := fmt.Sprintf("%s Festival of %s %d", pick(random, festivalNames), pick(random, regions), id)
		sql.row("festival", id, name, pick(random, regions), now.AddDate(0, 0, -3), now.AddDate(0, 0, 40))
	}
	for id := 1; id <= events; id++ {
		begin := now.Add(time.Duration(random.IntN(40*24*60)) * time.Minute)
		sql.row("event", id, 1+random.IntN(festivals), fmt.Sprintf("%s %d", pick(random, titles), id), pick(random, places),
			pick(random, categories), begin, begin.Add(time.Duration(1+random.IntN(4))*time.Hour), 50*(1+random.IntN(40)))
	}
}

// passwordHash has its rounds and its salt with it: pbkdf2-sha256$ROUNDS$SALT$KEY.
func passwordHash(p person, rounds int) (string, error) {
	key, err := pbkdf2.Key(sha256.New, p.password, p.salt, rounds, 32)
	if err != nil {
		return "", err
	}
	text := base64.StdEncoding.EncodeToString
	return fmt.Sprintf("pbkdf2-sha256$%d$%s$%s", rounds, text(p.salt), text(key)), nil
}
