// Command beside does what others do on the machine and the Redis of the waiting room.
//
//	beside backup -file F -mb 256 -every 2s            writes F and waits for the disk, again and again
//	beside stocktaking -redis A -sets 40 -members 50000  runs slow but harmless commands before there is load, then only looks on
package main

import (
	"flag"
	"log"
	"os"
	"time"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("error: what is to be done is missing\nhelp: beside backup ... or beside stocktaking ...")
	}
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	var err error
	switch os.Args[1] {
	case "backup":
		file := flags.String("file", "", "file to write to")
		size := flags.Int("mb", 256, "megabytes of a backup")
		every := flags.Duration("every", 2*time.Second, "from one backup's start to the next one's")
		flags.Parse(os.Args[2:])
		err = backup(*file, *size, *every)
	case "stocktaking":
		redis := flags.String("redis", "127.0.0.1:6379", "address of Redis")
		sets := flags.Int("sets", 40, "sets that are counted, a slow command each")
		members := flags.Int("members", 50_000, "members of a set")
		flags.Parse(os.Args[2:])
		err = stocktaking(*redis, *sets, *members)
	default:
		log.Fatalf("error: %q is neither backup nor stocktaking", os.Args[1])
	}
	log.Fatalf("error: %s ended\ncause: %v", os.Args[1], err)
}
