# `tightspot explain --log`: what lines of a log prove.

counts = { $lines } { $lines ->
    [one] line
   *[other] lines
 }; { $messages ->
    [0] none of them is known
    [one] 1 message is known, in { $known } of them{ $belonging ->
        [0] {""}
       *[other] {" "}(and { $belonging } of stack traces around it)
     }; { $unknown } { $unknown ->
        [one] is
       *[other] are
     } not known
   *[other] { $messages } messages are known, in { $known } of them{ $belonging ->
        [0] {""}
       *[other] {" "}(and { $belonging } of stack traces around them)
     }; { $unknown } { $unknown ->
        [one] is
       *[other] are
     } not known
 }
times = { $count ->
    [one] once
   *[other] { $count } times
 }
times-at = { $count ->
    [one] once, at { $at }
   *[other] { $count } times, at { $at }
 }
times-between = { $count } times, from { $first } to { $last }
figure = { $name } { $value }
figure-between = { $name } { $least } to { $most }
layer = { $layer ->
    [pool] a pool of connections inside the service
    [http-pool] a pool of connections to other services, inside the service
    [driver] a driver or library inside the service
    [database] the database server
    [cache] the client of the cache, inside the service
    [server] a server or proxy that takes requests
    [executor] an executor (threads with a queue) inside the service
    [runtime] the runtime of the process
    [loop] the event loop of the process
    [system] the operating system, by a limit
    [container] the container or its cluster, by a limit
    [network] a connection, by one of its two ends or between them
    [peer] a call to another service
    [client] the service itself, by a guard before its own calls
   *[other] not known
 }
label-seen = seen
label-line = line
label-figures = figures
label-layer = said by
label-proves = proves
label-open = not proven
label-fits = fits
label-mistaken = often blamed
label-next = next step
none-known = Nothing is said about lines that are not known. To see why the service is slow: tightspot why URL
a-page = { $command } prints the page of a cause.
several = Messages are listed in the order in which they came. One may be the consequence of another, and the first is not always the cause. { $command } prints the page of a cause.

## What cannot be read

paste = paste the lines, then Enter and Ctrl-D
give-a-file = give a text file with lines of a log, or `-` for what is pasted or piped
give-lines = give the lines with the error, and the stack trace below them
empty = there are no lines in { $file }
not-text = { $file } is not text
compressed = it is compressed
wide = it has two bytes per character (UTF-16)
zero-byte = it has a zero byte ({ $at } bytes after its beginning)
too-long = { $file } is too long
has-bytes = it has { $bytes }, and at most { $most } are read
has-more-bytes = it has more than { $most }
last-part = { $command }    reads its last part
