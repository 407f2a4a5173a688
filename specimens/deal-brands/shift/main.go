// Command shift moves the traffic from the instance that serves to the one that was just deployed, over haproxy's runtime socket: a fifth
// every so often, once the new one is ready.
package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"
)

const look = 100 * time.Millisecond

func main() {
	log.SetFlags(log.Ltime | log.Lmicroseconds)
	every, err := time.ParseDuration(setting("SHIFT_EVERY", "30s"))
	if err != nil {
		log.Fatalf("error: SHIFT_EVERY cannot be read\ncause: %v", err)
	}
	ready := setting("SHIFT_READY", "")
	for !isReady(ready) {
		time.Sleep(look)
	}
	for green := 20; green <= 100; green += 20 {
		if err := weights(100-green, green); err != nil {
			log.Fatalf("error: cannot move the traffic\ncause: %v", err)
		}
		log.Printf("blue %d %%, green %d %%", 100-green, green)
		time.Sleep(every)
	}
	select {} // the launcher wants its processes to live
}

func isReady(url string) bool {
	client := http.Client{Timeout: time.Second}
	answer, err := client.Get(url)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	return answer.StatusCode/100 == 2
}

func weights(blue, green int) error {
	for server, weight := range map[string]int{"blue": blue, "green": green} {
		said, err := tell(fmt.Sprintf("set weight deals/%s %d", server, weight))
		if err != nil {
			return err
		}
		if len(said) > 1 {
			return fmt.Errorf("haproxy says %q", said)
		}
	}
	return nil
}

// tell sends one command; an answer other than an empty line is a complaint.
func tell(command string) (string, error) {
	conn, err := net.Dial("unix", setting("SHIFT_SOCKET", ""))
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if _, err := fmt.Fprintln(conn, command); err != nil {
		return "", err
	}
	said, err := io.ReadAll(conn)
	return string(said), err
}

func setting(name, usual string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	if usual == "" {
		log.Fatalf("error: %s is not set", name)
	}
	return usual
}
