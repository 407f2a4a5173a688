# Errors and warnings of the command line, whatever the command.

error = error[{ $name }]: { $what }
warning = warning: { $says }
why = why{" "}
help = help
result-not-written = write the result to stdout: { $error }
what-it-has-so-far = tightspot report { $run }    what that run has so far
see-runs = see `tightspot runs list` for the runs that are kept

## Before anything is loaded

signals = listen for signals: { $error }
header-without-colon = a header has no colon
header-form = -H 'name: value'
basic-auth-form = -a user:password, -a env:NAME, -a file:PATH
no-colon-between = user and password need a colon between them
read-file = read { $file }: { $error }
write-file = write { $file }: { $error }
body-help = a text file; placeholders {"{{name}}"} in it are filled from --data
not-this-machine = { $host } is not this machine
a-load-test-takes-down = a load test can take a service down; ask the owner before you load another host
too-many-streams = the service allows { $allowed } requests at a time on one connection, --streams asks for { $asked }
fewer-streams = --streams { $allowed } and more connections (-c)
answer-not-accepted = the service answers { $status } to the first request
route-that-fails = a route that fails is not worth loading: its time would say nothing about the service
check-the-request = check URL, method, headers and data (curl -i ...); placeholders need --data
give-the-http-port = give the port on which the service answers HTTP
aim-at-https = use https:// (--cacert FILE or --insecure if the certificate is your own), or the plain http port
is-it-the-http-port = is this the port on which the service answers HTTP? `curl -i` the URL; a longer wait: --timeout

## The first answer

resolve = resolve { $host }: { $error }
refused = connect to { $address }: refused, nothing listens there
nothing-within = { $what ->
    [connect] connect to
   *[answer] answer from
 } { $address }: nothing within { $waited }
speaks-tls = { $address } speaks TLS, but the URL says http
not-http = { $address } does not speak HTTP; its answer begins "{ $first }"
closed = { $address } closed the connection before the answer was complete

## Files that results go to

ending-says = the ending of the file name decides what is written: -o result.json
again-from-the-run = tightspot { $command }{ $store } -o { $file }    writes it again: the run is kept
file-that-can-be-written = give a file that can be written
folder-without-path = { $form } is a folder of files, and no path is given for it
not-our-folder = { $folder } holds { $file }, which is not a file of such a page
not-a-folder = { $folder } exists already and is not a folder
a-folder-of-its-own = give a folder that is empty or does not exist yet: a folder is replaced only if it holds nothing but such a page
