headline = 데이터베이스가 응답에 필요한 것보다 훨씬 많이 보내고, 그것을 읽느라 모든 요청에 필요한 CPU를 씁니다.
fix = 거르는 일은 데이터베이스에 맡긴다. 행은 WHERE와 LIMIT로, 컬럼은 이름으로, 합과 개수는 GROUP BY로
surplus = 데이터베이스는 요청마다 { $sent }를 보내고, 응답은 { $answered }이다
compressed = 그러나 응답을 압축하므로, 크기로는 무엇이 들었는지 알 수 없다
