package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

const (
	atOnce = 5_000
	glance = 5 * time.Second
)

// stocktaking sorts sets of seats, each with one slow command, and throws them away. It is done before the service is there.
func stocktaking(address string, sets, members int) error {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer conn.Close()
	redis := client{conn, bufio.NewReader(conn)}
	for set := 0; set < sets; set++ {
		key := fmt.Sprintf("seats:%d", set)
		for from := 0; from < members; from += atOnce {
			add := []string{"SADD", key}
			for n := from; n < min(from+atOnce, members); n++ {
				add = append(add, strconv.Itoa(n))
			}
			if _, err := redis.do(add...); err != nil {
				return err
			}
		}
		for _, command := range [][]string{{"SORT", key, "DESC", "STORE", "seats:sorted"}, {"UNLINK", key, "seats:sorted"}} {
			if _, err := redis.do(command...); err != nil {
				return err
			}
		}
	}
	for {
		time.Sleep(glance)
		if _, err := redis.do("SLOWLOG", "LEN"); err != nil {
			return err
		}
	}
}

type client struct {
	conn net.Conn
	in   *bufio.Reader
}

// do knows answers of one line only: none of its commands has another.
func (c client) do(words ...string) (string, error) {
	var out strings.Builder
	fmt.Fprintf(&out, "*%d\r\n", len(words))
	for _, word := range words {
		fmt.Fprintf(&out, "$%d\r\n%s\r\n", len(word), word)
	}
	if _, err := io.WriteString(c.conn, out.String()); err != nil {
		return "", err
	}
	line, err := c.in.ReadString('\n')
	if err == nil && strings.HasPrefix(line, "-") {
		err = fmt.Errorf("%s: %s", words[0], strings.TrimSpace(line[1:]))
	}
	return strings.TrimSpace(line), err
}
