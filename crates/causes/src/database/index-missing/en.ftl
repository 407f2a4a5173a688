name = missing index
headline = A statement reads a whole table, or thousands of its rows, to find a few.
expected = one statement accounts for the time in the database, and for every request it reads its table from end to end, or thousands of rows by an index, to find a few
falsifier = with an index on the columns of its condition the statement takes as long as before
caution = each index costs space and makes writes slower; building it reads the whole table, and one that failed halfway is left behind invalid
fix = add an index on the columns of its condition (CREATE INDEX CONCURRENTLY), then ANALYZE; an index that is there is not used for a value of another type, or for a function of the column; check with EXPLAIN (ANALYZE, BUFFERS)
fix-with-order = add an index on the columns of its condition and of its order (CREATE INDEX CONCURRENTLY), then ANALYZE; an index that is there is not used for a value of another type, or for a function of the column; check with EXPLAIN (ANALYZE, BUFFERS)
fix-mysql = add an index on the columns of its condition (ALTER TABLE ... ADD INDEX, ALGORITHM=INPLACE, LOCK=NONE), then ANALYZE TABLE; an index that is there is not used for a value of another type, or for a function of the column; check with EXPLAIN
fix-mysql-with-order = add an index on the columns of its condition and of its order (ALTER TABLE ... ADD INDEX, ALGORITHM=INPLACE, LOCK=NONE), then ANALYZE TABLE; an index that is there is not used for a value of another type, or for a function of the column; check with EXPLAIN
no-counters = the server's counters of its tables were not read
no-scans = no table is read from end to end
small-tables = no large table is read from end to end (scans of { $table } per request: { $scans }; rows each time: { $rows })
read-whole = { $table } is read from end to end { $scans ->
    [one] once
   *[other] { $scans } times
 } per request, { $rows } rows each time
read-by-index = { $table } is read by an index { $scans ->
    [one] once
   *[other] { $scans } times
 } per request, { $rows } rows each time
read-for-few = { $read }, of which { $fit } fit into what the database answers
by-nobody-seen = { $observed }, but by no statement that the service was seen executing
may-need-all = { $observed }; the statement may need all of them: { $statement }
of-a-value = { $reason }; it asks for given values of { $column }, of which there are about { $values }, { $indexed ->
    [one] though an index begins with that column
   *[other] and no index begins with that column
 }
values = { $column } has about { $values } different values
answers-unseen = { $observed }; how many of them the statement returns was not seen: { $statement }
small = { $observed }, but the database is only { $database } of { $response }
holds = { $observed }, by a statement that { $share } of the sessions at work execute
scan = a scan of { $table } reads { $rows } rows
index-scan = a scan by an index of { $table } reads { $rows } rows
scans = scans of { $table } per request: { $whole } from end to end, { $index } by its indexes
executed = { $share } of the sessions at work execute: { $statement }
wants-many = { $observed }, but { $share } of these rows fit into what the database answers: { $statement } may want so many that an index would not help
fix-unused = the index that begins with { $column } is not used: give the value in the type of the column, and the column without a function and without a wildcard in front of the value; where that is so, bring the statistics up to date (ANALYZE); check with EXPLAIN
