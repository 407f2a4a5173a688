# What is said of databases before one is known.

read-address = read the address of the database
find-database = find the database of process { $pid }
no-such-scheme = it begins with none of { $schemes }
none-among-peers = none of its { $peers } peers is a { $known } server
reasons = { $all }
how = { $each }
read-sessions = read the sessions of { $process } at { $server }
sampling-failed = sampling the sessions failed: { $error }
unknown-host = an unknown host
another-answers = a { $its } server answers there, not { $not } ({ $seen })
no-address = its host has no address ({ $seen })
is-it-there = { $how }; to see whether a server is there: { $command }
password-signs = { $how }; in a password % is written %25, @ %40, / %2F, : %3A and ? %3F
which-databases = { $how }; to see which databases there are: { $command }
of-a-driver = it is the address of a driver (jdbc:..., ...+driver://): it must begin with one of { $schemes }, with user:password@ before the host
