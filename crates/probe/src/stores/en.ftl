# What is said of databases before one is known.

read-address = read the address of the database
find-database = find the database of process { $pid }
no-such-scheme = it begins with none of { $schemes }
none-among-peers = none of its { $peers } peers is a server of { $known }
reasons = { $all }
how = { $each }
read-sessions = read the sessions of { $process } at { $server }
sampling-failed = sampling the sessions failed: { $error }
unknown-host = an unknown host
