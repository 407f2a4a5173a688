// Command seed writes everything the member-lookup specimen starts from: SQL for the database, the auth service's
// token store, and the data files whose columns the load generator fills into URLs.
//
// It has one fixed seed: the same files come out everywhere.
package main

import (
	"bufio"
	"embed"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"text/template"
)

const (
	members = 200_000
	tokens  = 20_000
	lookups = 20_000

	// One id in unknownEvery of ids-some-unknown.csv belongs to nobody.
	unknownEvery = 3_000

	// The token the service warms itself up with. It belongs to member 1 and is in no data file.
	warmUpToken = "00000000000000000000000000000001"

	expiry = "2035-01-01T00:00:00Z"
)

//go:embed sql
var sql embed.FS

func main() {
	log.SetFlags(0)
	out := flag.String("out", ".", "folder to write to")
	flag.Parse()
	if err := run(*out); err != nil {
		log.Fatalf("error: cannot write the seed data\ncause: %v", err)
	}
}

func run(out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"schema.sql", "indexes.sql", "vacuum.sql"} {
		text, err := sql.ReadFile("sql/" + name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, name), text, 0o644); err != nil {
			return err
		}
	}
	if err := writeMembers(out); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(20, 25))
	if err := writeTokens(out, random); err != nil {
		return err
	}
	return writeLookups(out, random)
}

func writeMembers(out string) error {
	source, err := template.New("members.sql.tmpl").
		Funcs(template.FuncMap{"array": sqlArray}).
		ParseFS(sql, "sql/members.sql.tmpl")
	if err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(out, "members.sql"))
	if err != nil {
		return err
	}
	defer file.Close()
	return source.Execute(file, map[string]any{
		"Members":    members,
		"FirstNames": firstNames,
		"LastNames":  lastNames,
		"Domains":    domains,
		"Streets":    streets,
		"Cities":     cities,
	})
}

// writeTokens writes the tokens twice: with their owners for the auth service, without for the load generator.
func writeTokens(out string, random *rand.Rand) error {
	store := []string{warmUpToken + ",1,member:read," + expiry}
	var known []string
	for range tokens {
		token := fmt.Sprintf("%016x%016x", random.Uint64(), random.Uint64())
		owner := 1 + random.Int64N(members)
		store = append(store, fmt.Sprintf("%s,%d,member:read,%s", token, owner, expiry))
		known = append(known, token)
	}
	if err := writeLines(filepath.Join(out, "auth-store.csv"), "token,member_id,scope,expires_at", store); err != nil {
		return err
	}
	return writeLines(filepath.Join(out, "tokens.csv"), "token", known)
}

func writeLookups(out string, random *rand.Rand) error {
	var ids, someUnknown, emails []string
	for i := range lookups {
		id := 1 + random.Int64N(members)
		ids = append(ids, fmt.Sprint(id))
		emails = append(emails, email(1+random.Int64N(members)))
		if i%unknownEvery == unknownEvery-1 {
			// Beyond the members and the former members.
			id = 10*members + random.Int64N(members)
		}
		someUnknown = append(someUnknown, fmt.Sprint(id))
	}
	if err := writeLines(filepath.Join(out, "ids.csv"), "id", ids); err != nil {
		return err
	}
	if err := writeLines(filepath.Join(out, "ids-some-unknown.csv"), "id", someUnknown); err != nil {
		return err
	}
	return writeLines(filepath.Join(out, "emails.csv"), "email", emails)
}

func writeLines(path, header string, lines []string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	fmt.Fprintln(w, header)
	for _, line := range lines {
		fmt.Fprintln(w, line)
	}
	return w.Flush()
}
