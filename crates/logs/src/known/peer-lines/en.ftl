# What is said of other services, and of calls to them.

read-timeout-proves = A connection was made, a request was sent, and no answer (or no more of it) was seen within the time allowed.
read-timeout-leaves-open = That the other service is slow: a pause, a blocked loop or a missing core on this side lets the timer run out as well. And what was held meanwhile (a database connection, a worker) is the next to run out.

connect-timeout-proves = Not even a connection was made in time: packets got no answer, or the other side's listen queue was full.
connect-timeout-leaves-open = Which of the two, and that the other side's code is slow: it has not seen the request yet.

go-client-timeout-proves = A call to another service took longer than the client allows, the connection and the wait for a free one included.
go-client-timeout-leaves-open = That the other service is slow: few idle connections per host (`MaxIdleConnsPerHost` is 2) make connecting a part of every call.

peer-refuses-rate-proves = Another service, or a gateway before it, refused because of too many calls.
peer-refuses-rate-leaves-open = That it is slow or down. Too many calls are often our own: the same call for each request, retries, one for each row.

peer-unavailable-proves = A server or a proxy had nobody to answer: nobody was there (502), it refused (503), or it waited and got no answer (504).
peer-unavailable-leaves-open = Whose answer it is: proxies, gateways and meshes send these themselves. 503 is also what an overloaded service says by itself.

circuit-open-proves = The service itself refused to call another one: too many of the earlier calls failed, were slow, or are still running.
circuit-open-leaves-open = That the other service is slow at this moment. What the breaker counts as failed or slow is its configuration.

grpc-deadline-proves = A call was not done before its deadline, which the caller's caller may have set.
grpc-deadline-leaves-open = Where the time went: before it was sent, on the way, in the other service, or behind 100 others on the same connection.

grpc-exhausted-proves = A limit was reached: calls, memory, or the size of a message (4 MB by default).
grpc-exhausted-leaves-open = Which one: the words after the code say it.
