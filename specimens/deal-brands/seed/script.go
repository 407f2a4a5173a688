package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// As many rows as fit into one statement: the server's bootstrap mode takes 20 kB a statement without fail.
const mostBytes = 16_000

// script writes rows of one table after the other, many to a statement.
type script struct {
	file  *os.File
	w     *bufio.Writer
	table string
	size  int
}

func create(path string) (*script, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	s := &script{file: file, w: bufio.NewWriter(file)}
	fmt.Fprintln(s.w, "start transaction;")
	return s, nil
}

func (s *script) row(table string, values ...any) {
	texts := make([]string, len(values))
	for i, value := range values {
		if text, ok := value.(string); ok {
			texts[i] = "'" + strings.ReplaceAll(text, "'", "''") + "'"
		} else {
			texts[i] = fmt.Sprint(value)
		}
	}
	row := "(" + strings.Join(texts, ", ") + ")"
	if s.table == table && s.size+len(row) < mostBytes {
		fmt.Fprint(s.w, ",\n", row)
	} else {
		s.end()
		s.table, s.size = table, 0
		fmt.Fprint(s.w, "insert into ", table, " values\n", row)
	}
	s.size += len(row) + 2
}

func (s *script) end() {
	if s.table != "" {
		fmt.Fprintln(s.w, ";")
	}
}

func (s *script) close() error {
	s.end()
	fmt.Fprintln(s.w, "commit;")
	if err := s.w.Flush(); err != nil {
		return err
	}
	return s.file.Close()
}
