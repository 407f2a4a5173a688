# Messages of servers, workers and executors.

executor-rejected-proves = An executor took no more tasks. { $active ->
    [none] The line does not say how many threads were busy.
   *[other] { $active } of { $pool-size } threads were busy and { $queued } tasks waited.
 }
executor-rejected-leaves-open = That it needs more threads: what its tasks wait for is the question. One that is shutting down refuses as well; the line says so.

tomcat-threads-proves = All { $most } worker threads existed, and there was more to do.
tomcat-threads-leaves-open = That more threads help: on few cores they make it worse. What the threads wait for is the question.

tomcat-stuck-proves = One request had been at work for { $active } when the valve for stuck threads looked; its stack is below the line.
tomcat-stuck-leaves-open = That it hangs: it may go on slowly. One stack is one moment.

connection-reset-proves = The other side closed a connection that was still in use: a client that gave up waiting, a server that ended or ran into its idle limit, or a proxy.
connection-reset-leaves-open = Who, and why. A client that gave up is the consequence of slowness and not its reason; keep-alive limits that do not match cause it without any load.

connection-refused-proves = Nobody listened on that address and port at that moment: the process is down, not up yet, or listens elsewhere.
connection-refused-leaves-open = That the other side is overloaded: on Linux a full listen queue does not refuse, it lets connections wait or time out.

spring-async-timeout-proves = A request whose answer is made by another thread was not answered in time; the server sent 503.
spring-async-timeout-leaves-open = What that thread waited for, or whether it had begun at all.

nginx-upstream-timeout-proves = The service behind the proxy did not answer within the proxy's limit. `while connecting to` says that not even the connection was made.
nginx-upstream-timeout-leaves-open = Where the time went inside the service.

nginx-no-upstream-proves = All servers behind the proxy are counted as failed (`max_fails`), so requests are refused without being tried.
nginx-no-upstream-leaves-open = That all of them are down: a few timeouts within `fail_timeout` are enough, and the proxy makes a slow service a dead one.

nginx-connections-proves = A worker of the proxy had all { $most } connections in use, those to clients and those to the service together.
nginx-connections-leaves-open = That the traffic is too much: a slow service keeps connections open for longer, and that alone fills them.

gunicorn-timeout-proves = A worker did not report to its master for as long as `timeout` allows, and was killed with its request.
gunicorn-timeout-leaves-open = What it did: a synchronous worker that waits for a database looks like one that computes.

uwsgi-queue-proves = { $queued } connections waited to be accepted, and the queue holds { $most }: all workers were busy.
uwsgi-queue-leaves-open = That the queue is too short: a longer one makes the wait longer. What the workers wait for is the question.

php-children-proves = All { $most } workers were busy.
php-children-leaves-open = That more workers help: what they wait for is the question, and each has its own connection to the database.

service-overloaded-proves = The service found its own event loop or memory beyond a limit, and refused a request by itself.
service-overloaded-leaves-open = Which code keeps the loop.
