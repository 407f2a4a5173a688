headline = 큰 응답을 쓰고 읽느라 모든 요청에 필요한 CPU를 씁니다.
fix = 클라이언트가 보여 주는 필드와 페이지만 응답한다. 클 수밖에 없는 것은 스트리밍한다
whether-needed = 응답이 { $bytes }인데, 클라이언트에 모두 필요한지는 밖에서 알 수 없다
whether-needed-of-unknown = 클라이언트에 모두 필요한지는 밖에서 알 수 없다
