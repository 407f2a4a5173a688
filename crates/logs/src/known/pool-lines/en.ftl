# Messages of connection pools: what each proves, and what it leaves open.

hikari-timeout-proves = A request waited { $timeout } for a connection and gave up. { $active ->
    [none] The line does not say how many connections were in use.
   *[other] Of { $total } connections { $active } were in use at that moment, and { $waiting } more requests waited for one.
 }
hikari-timeout-leaves-open = That the pool is too small: it is the victim of whatever holds its connections. A bigger pool moves the wait, and proves nothing. Nor who keeps the connections: a remote call, code that is still cold, a missing index, a lock or a leak all end in this line.

hikari-empty-proves = The pool had no connection at all: none could be opened within { $timeout }, and { $waiting } more requests waited.
hikari-empty-leaves-open = Why none could be opened: the database may be down, full, unreachable, or refuse the login. The size of the pool plays no part in it.

hikari-start-proves = The first connection could not be opened, so the service did not start.
hikari-start-leaves-open = Anything about load: nothing was served yet. The cause below it in the log says what the database answered.

hikari-leak-suspected-proves = One connection was held for longer than `leakDetectionThreshold`; the stack trace below it says where it was taken.
hikari-leak-suspected-leaves-open = A leak: a slow request that gives its connection back later is reported in the same words. `Previously reported leaked connection ... was returned` takes it back.

hikari-clock-proves = The pool's own housekeeping thread ran much later than planned: the whole process had no core, stood still for a collection, or the machine slept.
hikari-clock-leaves-open = Which of these it was, and anything about the pool itself.

tomcat-pool-proves = A request waited { $timeout } for a connection and gave up while { $busy } of { $size } were in use.
tomcat-pool-leaves-open = That the pool is too small: it is the victim of whatever holds its connections. A bigger pool moves the wait, and proves nothing.

dbcp-pool-proves = All connections of the pool were in use for as long as a request may wait for one.
dbcp-pool-leaves-open = That the pool is too small: it is the victim of whatever holds its connections. A bigger pool moves the wait, and proves nothing.

c3p0-pool-proves = A request waited for a connection for as long as `checkoutTimeout` allows.
c3p0-pool-leaves-open = Whether all were in use or none could be opened: c3p0 says the same for both. That the pool is too small: it is the victim of whatever holds its connections. A bigger pool moves the wait, and proves nothing.

druid-pool-proves = A request waited { $waited } for a connection while { $active } of { $max-active } were in use.
druid-pool-leaves-open = That the pool is too small: it is the victim of whatever holds its connections. A bigger pool moves the wait, and proves nothing.

r2dbc-pool-proves = A subscriber waited { $timeout } for a connection.
r2dbc-pool-leaves-open = That the pool is too small: it is the victim of whatever holds its connections. A bigger pool moves the wait, and proves nothing.

reactor-pool-proves = A request of the service waited { $timeout } for a connection from a pool of Reactor: to another service, or by R2DBC to a database.
reactor-pool-leaves-open = Which of the two, until the stack below is read. Nor that the pool is too small: calls that take long, and bodies that nobody reads to their end, keep its connections.

http-client-pool-proves = All connections that the client may have to that host were in use for as long as a call may wait. The default is few: 2 or 5 to a host.
http-client-pool-leaves-open = That the other service is slow: a small limit per host, or bodies that are not closed, do the same. It says nothing about the database.

node-postgres-pool-proves = A request waited for a client of the pool for as long as `connectionTimeoutMillis` allows.
node-postgres-pool-leaves-open = Whether all clients were in use or a new connection took too long: the text is the same. A blocked event loop lets the timer fire although the database has long answered. That the pool is too small: it is the victim of whatever holds its connections. A bigger pool moves the wait, and proves nothing.

prisma-pool-proves = A query waited for a connection of Prisma's engine until it gave up. { $limit ->
    [none] The line does not say how many connections there are.
   *[other] There are { $limit } connections, and the wait was { $timeout }.
 }
prisma-pool-leaves-open = That the pool is too small: it is the victim of whatever holds its connections. A bigger pool moves the wait, and proves nothing. In one field report 5, 12 and 30 connections made no difference: the password hash took the CPU.

prisma-transaction-proves = An interactive transaction got no connection in time (`maxWait`), or was still open when its time was up (`timeout`).
prisma-transaction-leaves-open = Which statement was slow: whatever is awaited between the queries counts as well.

typeorm-released-proves = A query was sent through a query runner after its connection had gone back to the pool: a promise that nobody awaited.
typeorm-released-leaves-open = Anything about load: it is a mistake in the code that load makes frequent.

knex-pool-proves = A query waited for a connection for as long as `acquireConnectionTimeout` allows.
knex-pool-leaves-open = That the pool is full: Knex says itself that this is a guess, and so is the missing `.transacting(trx)`. That the pool is too small: it is the victim of whatever holds its connections. A bigger pool moves the wait, and proves nothing.

sequelize-pool-proves = A query waited for a connection for as long as `pool.acquire` allows.
sequelize-pool-leaves-open = That the pool is too small: it is the victim of whatever holds its connections. A bigger pool moves the wait, and proves nothing.

mysql2-pool-proves = All connections were in use, and the pool's queue (`queueLimit`) was full, or waiting is switched off (`waitForConnections`).
mysql2-pool-leaves-open = That the pool is too small: it is the victim of whatever holds its connections. A bigger pool moves the wait, and proves nothing.

sqlalchemy-pool-proves = A request waited { $timeout } for a connection while all { $size } of the pool and { $overflow } beyond it were in use.
sqlalchemy-pool-leaves-open = That the pool is too small: it is the victim of whatever holds its connections. A bigger pool moves the wait, and proves nothing. Sessions that are not closed keep theirs to the end of the process.

go-deadline-proves = A context expired before the work that it was given to had ended.
go-deadline-leaves-open = What was waited for: with `database/sql` a free connection (`SetMaxOpenConns`) and a slow query end in the same words. `DB.Stats()` tells them apart: WaitCount and WaitDuration. The deadline may be the caller's.
