name = 쓰기 트랜잭션 안의 읽기
headline = 읽기 요청이 쓰기 가능한 트랜잭션에서 실행되어, 커밋할 때마다 읽어 온 데이터를 모두 비교합니다(더티 체킹).
expected = 아무것도 쓰지 않는 요청이 읽어 온 데이터를 비교한다. 쓰기 가능한 트랜잭션이 커밋 전에 하는 일이다
falsifier = 읽기 전용 트랜잭션으로 바꾸어도 요청당 CPU 시간이 그대로다
fix = 트랜잭션을 읽기 전용으로 선언하거나(@Transactional(readOnly = true)), 엔티티 대신 프로젝션을 읽는다
no-mapper = 읽어 온 데이터를 비교하는 것은 ORM뿐인데, ORM이 동작하는 것이 보이지 않는다
comparing = 읽어 온 데이터를 비교하는 요청의 표본 { $samples }개, 요청당 { $ms }
hardly-compares = 읽어 온 데이터를 비교하는 요청이 거의 보이지 않는다 (표본 { $samples }개)
counters-unread = { $comparing }. 그러나 요청이 무언가를 쓰는지는 데이터베이스만 아는데, 그 카운터를 읽지 못했다
observed = { $comparing }. { $written }
rows-written = 요청 100개가 쓰는 행은 { $per-hundred }개다
writes = 이 데이터베이스에서 요청 100개가 쓰는 행은 { $per-hundred }개다. 쓰기 가능한 트랜잭션이 필요할 수 있다
holds = 요청이 쓰는 것은 없는데(요청 100개당 { $per-hundred }행), 무엇이 바뀌었는지 찾는 데 요청마다 CPU를 { $comparing } 쓴다. 표본에 보이는 CPU의 { $share }이다
