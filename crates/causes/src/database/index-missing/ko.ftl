name = 인덱스 없음
headline = 몇 행을 찾으려고 SQL 문이 테이블 전체나 수천 행을 읽습니다.
expected = SQL 문 하나가 데이터베이스 시간의 대부분을 차지하고, 요청마다 몇 행을 찾으려고 테이블을 처음부터 끝까지 읽거나 인덱스로 수천 행을 읽는다
falsifier = 조건의 컬럼에 인덱스를 만들어도 SQL 문이 똑같이 오래 걸린다
caution = 인덱스는 공간을 차지하고 쓰기를 느리게 한다. 만들 때 테이블 전체를 읽으며, 도중에 실패하면 쓸 수 없는 인덱스가 남는다
fix = 조건의 컬럼에 인덱스를 만들고(CREATE INDEX CONCURRENTLY) ANALYZE를 실행한다. 이미 있는 인덱스는 값의 타입이 다르거나 컬럼에 함수를 씌우면 쓰이지 않는다. EXPLAIN (ANALYZE, BUFFERS)로 확인한다
fix-with-order = 조건과 정렬의 컬럼에 인덱스를 만들고(CREATE INDEX CONCURRENTLY) ANALYZE를 실행한다. 이미 있는 인덱스는 값의 타입이 다르거나 컬럼에 함수를 씌우면 쓰이지 않는다. EXPLAIN (ANALYZE, BUFFERS)로 확인한다
fix-mysql = 조건의 컬럼에 인덱스를 만들고(ALTER TABLE ... ADD INDEX, ALGORITHM=INPLACE, LOCK=NONE) ANALYZE TABLE을 실행한다. 이미 있는 인덱스는 값의 타입이 다르거나 컬럼에 함수를 씌우면 쓰이지 않는다. EXPLAIN으로 확인한다
fix-mysql-with-order = 조건과 정렬의 컬럼에 인덱스를 만들고(ALTER TABLE ... ADD INDEX, ALGORITHM=INPLACE, LOCK=NONE) ANALYZE TABLE을 실행한다. 이미 있는 인덱스는 값의 타입이 다르거나 컬럼에 함수를 씌우면 쓰이지 않는다. EXPLAIN으로 확인한다
no-counters = 데이터베이스 서버의 테이블 카운터를 읽지 못했다
no-scans = 처음부터 끝까지 읽히는 테이블이 없다
small-tables = 처음부터 끝까지 읽히는 큰 테이블이 없다. { $table }: 한 번 스캔에 { $rows }행, 요청당 { $scans }번
read-whole = { $table }: 요청당 { $scans }번 처음부터 끝까지 읽히며, 한 번에 { $rows }행이다
read-by-index = { $table }: 요청당 { $scans }번 인덱스로 읽히며, 한 번에 { $rows }행이다
read-for-few = { $read }. 응답 크기로 보면 데이터베이스가 돌려준 것은 그중 최대 { $fit }행이다
by-nobody-seen = { $observed }. 그러나 서비스가 실행하는 것이 관측된 SQL 문 중에는 이 테이블을 그렇게 읽는 것이 없다
may-need-all = { $observed }. SQL 문에 그 행이 모두 필요할 수도 있다: { $statement }
of-a-value = { $reason }. 조건은 { $column }의 값을 지정하며 이 컬럼에는 서로 다른 값이 약 { $values }개 있다({ $indexed ->
    [1] 이 컬럼으로 시작하는 인덱스가 있는데도 쓰이지 않는다
   *[other] 이 컬럼으로 시작하는 인덱스가 없다
 })
values = { $column }에는 서로 다른 값이 약 { $values }개 있다
answers-unseen = { $observed }. SQL 문이 이 중 몇 행을 돌려주는지 확인하지 못했다: { $statement }
small = { $observed }. 그러나 데이터베이스 시간은 응답 시간 { $response } 중 { $database }뿐이다
holds = { $observed }. 작업 중인 세션의 { $share }가 이렇게 읽는 SQL 문을 실행 중이다
scan = { $table }: 전체 스캔 한 번에 { $rows }행을 읽는다
index-scan = { $table }: 인덱스 스캔 한 번에 { $rows }행을 읽는다
scans = { $table }: 요청당 처음부터 끝까지 { $whole }번, 인덱스로 { $index }번 읽힌다
executed = 작업 중인 세션의 { $share }가 실행 중인 SQL 문: { $statement }
wants-many = { $observed }. 그러나 데이터베이스가 보낸 양이 그 행의 { $share }에 해당하므로, { $statement } 문은 인덱스가 도움이 되지 않을 만큼 많은 행이 필요할 수 있다
fix-unused = { $column }(으)로 시작하는 인덱스가 있지만 쓰이지 않는다. 값을 컬럼과 같은 타입으로 넘기고, 컬럼에 함수를 씌우지 않고, 값 앞에 와일드카드를 두지 않는다. 이미 그렇다면 통계를 새로 고친다(ANALYZE). EXPLAIN으로 확인한다
