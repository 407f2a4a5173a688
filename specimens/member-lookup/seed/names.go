package main

import (
	"fmt"
	"strings"
)

// The SQL picks from these lists by arithmetic on the id; email below repeats that arithmetic.
var (
	firstNames = []string{
		"Ada", "Aisha", "Bela", "Carla", "Chen", "Dario", "Elif", "Emeka", "Farid", "Grete", "Hana", "Ines", "Ivo",
		"Jonas", "Kaveh", "Lena", "Malik", "Mei", "Nadia", "Omar", "Priya", "Rosa", "Sven", "Tara", "Yusuf",
	}
	lastNames = []string{
		"Abara", "Bauer", "Castro", "Dogan", "Eriksen", "Fischer", "Gomez", "Haddad", "Ito", "Jansen", "Kaya", "Lindt",
		"Moreau", "Novak", "Okafor", "Patel", "Quist", "Rossi", "Sato", "Tanaka", "Ueda", "Varga", "Weber",
	}
	domains = []string{"mail.example", "post.example", "inbox.example", "letters.example"}
	streets = []string{"Mill Lane", "High Street", "Station Road", "Church Walk", "Park Avenue", "Quay Side", "Elm Grove"}
	cities  = []string{"Bristol", "Leeds", "Glasgow", "Cardiff", "Norwich", "Exeter", "Belfast", "York", "Durham"}
)

func email(id int64) string {
	first := firstNames[id*7%int64(len(firstNames))]
	last := lastNames[id*11%int64(len(lastNames))]
	domain := domains[id*3%int64(len(domains))]
	return strings.ToLower(fmt.Sprintf("%s.%s.%d@%s", first, last, id, domain))
}

func sqlArray(values []string) string {
	return "array ['" + strings.Join(values, "', '") + "']"
}
