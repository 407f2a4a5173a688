package main

import (
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"time"
)

const (
	// The only name there is; it belongs to this machine.
	graderName = "grader.judge.svc.cluster.local"

	headerBytes = 12
	typeA       = 1
	ttlSeconds  = 5

	// QR, AA, RD as asked, RA.
	flags        = 0x8580
	nameNotFound = 3
)

type resolver struct {
	median, sigma float64
	random        *rand.Rand
}

// serve answers on port 53 of an address that belongs to the HTTP port, and writes the file that leads there.
func (r *resolver) serve(httpPort int, conf string) error {
	address := net.IPv4(127, byte(httpPort>>8), byte(httpPort), 1)
	socket, err := net.ListenUDP("udp4", &net.UDPAddr{IP: address, Port: 53})
	if err != nil {
		return err
	}
	go r.answerAll(socket)
	return os.WriteFile(conf, []byte(resolvConf(address.String())), 0o644)
}

func (r *resolver) answerAll(socket *net.UDPConn) {
	buffer := make([]byte, 512)
	for {
		n, from, err := socket.ReadFromUDP(buffer)
		if err != nil {
			return
		}
		reply, err := answer(buffer[:n])
		if err != nil {
			continue
		}
		ms := r.median * math.Exp(r.sigma*r.random.NormFloat64())
		time.AfterFunc(time.Duration(ms*float64(time.Millisecond)), func() {
			// The only error here is a client that has gone away.
			_, _ = socket.WriteToUDP(reply, from)
		})
	}
}

// answer is the reply to a query with one question (RFC 1035, section 4).
func answer(query []byte) ([]byte, error) {
	name, end, err := question(query)
	if err != nil {
		return nil, err
	}
	isAddress := binary.BigEndian.Uint16(query[end-4:]) == typeA
	reply := make([]byte, headerBytes, 128)
	copy(reply, query[:2])
	binary.BigEndian.PutUint16(reply[2:], flags)
	binary.BigEndian.PutUint16(reply[4:], 1)
	reply = append(reply, query[headerBytes:end]...)
	switch {
	case !strings.EqualFold(name, graderName):
		reply[3] |= nameNotFound
	case isAddress:
		reply[7] = 1
		// The name of the question, type A, class IN.
		reply = append(reply, 0xc0, headerBytes, 0, typeA, 0, 1)
		reply = binary.BigEndian.AppendUint32(reply, ttlSeconds)
		reply = append(reply, 0, 4, 127, 0, 0, 1)
	}
	return reply, nil
}

// question is the name asked for, and where the question ends.
func question(query []byte) (string, int, error) {
	var labels []string
	at := headerBytes
	for at < len(query) && query[at] != 0 {
		next := at + 1 + int(query[at])
		if next >= len(query) {
			break
		}
		labels = append(labels, string(query[at+1:next]))
		at = next
	}
	end := at + 5
	if end > len(query) || query[at] != 0 {
		return "", 0, errors.New("the question is cut off")
	}
	return strings.Join(labels, "."), end, nil
}
