name = read in write transaction
headline = Reads run in transactions that may write, so everything that was loaded is compared before each commit.
expected = requests that write nothing are seen comparing what they loaded, as a transaction that may write does before it commits
falsifier = with a read-only transaction the CPU per request stays the same
fix = declare the transaction read-only (@Transactional(readOnly = true)), or read projections instead of entities
no-mapper = no object-relational mapper is seen at work, and only those compare what they loaded
comparing = { $samples } { $samples ->
    [one] sample
   *[other] samples
 } of requests comparing what they loaded, { $ms } per request
hardly-compares = almost no request is seen comparing what it loaded ({ $samples } { $samples ->
    [one] sample
   *[other] samples
 })
counters-unread = { $comparing }, but only the database knows whether they write anything, and its counters were not read
observed = { $comparing }; { $written }
rows-written = 100 requests write { $per-hundred } rows
writes = 100 requests write { $per-hundred } rows in this database: the transactions may well be needed
holds = requests write nothing ({ $per-hundred } rows in 100 of them), yet each spends { $comparing } of CPU on finding out what changed; this is { $share } of the CPU that samples see
