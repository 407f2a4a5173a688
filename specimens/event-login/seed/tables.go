package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"
)

// The server's bootstrap mode reads statements of up to 20 kB.
const statementBytes = 15_000

// tables writes rows as inserts, as many rows to each as fit into a statement.
type tables struct {
	file    *os.File
	out     *bufio.Writer
	table   string
	pending []string
	bytes   int
}

func newTables(path string) (*tables, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	t := &tables{file: file, out: bufio.NewWriterSize(file, 1<<20)}
	t.out.WriteString("start transaction;\n")
	return t, nil
}

func (t *tables) row(table string, values ...any) {
	cells := make([]string, len(values))
	for i, value := range values {
		cells[i] = literal(value)
	}
	row := "(" + strings.Join(cells, ",") + ")"
	if table != t.table || t.bytes+len(row) > statementBytes {
		t.flush()
	}
	t.table = table
	t.pending = append(t.pending, row)
	t.bytes += len(row) + 2
}

func (t *tables) flush() {
	if len(t.pending) > 0 {
		fmt.Fprintf(t.out, "insert into %s values\n%s;\n", t.table, strings.Join(t.pending, ",\n"))
	}
	t.pending, t.bytes = nil, 0
}

// close tells of any write that failed: a bufio.Writer keeps its first error.
func (t *tables) close() error {
	t.flush()
	t.out.WriteString("commit;\n")
	if err := t.out.Flush(); err != nil {
		return err
	}
	return t.file.Close()
}

func literal(value any) string {
	switch v := value.(type) {
	case string:
		return "'" + strings.ReplaceAll(v, "'", "''") + "'"
	case time.Time:
		return "'" + v.Format(time.DateTime) + "'"
	default:
		return fmt.Sprint(v)
	}
}
