# 모든 런타임에 해당하는 말.

look-into = pid { $pid } 들여다보기
resize = pid { $pid }의 풀 크기 바꾸기
resize-one = pid { $pid }의 "{ $name }" 크기 바꾸기
read-sizes = pid { $pid }의 풀 크기 읽기
collect = 가비지 수집
no-stacks = { $runtime } 프로세스의 스택은 아직 지원하지 않는다
no-stacks-but = { $runtime } 프로세스의 스택은 아직 지원하지 않는다. 호스트, 스케줄러, 저장소가 보여 주는 것만 있다
sizes-not-known = { $runtime } 프로세스의 풀 크기를 알 수 없다
none-of-this-name = 그런 이름을 가진 것이 이제 없다
several-of-this-name = 이름이 같은 것이 여럿이다
another-size = 요청한 값 { $asked }, 실제 값 { $max }
not-as-asked = 요청한 값 { $asked-max } (최소 { $asked-min }), 실제 값 { $max } (최소 { $min })
no-collections = 이 런타임은 그런 명령을 밖에서 받지 않는다
stacks-of = 스택을 읽을 수 있는 런타임: { $runtimes }
by-command = 명령으로 바꿀 수 있는 것은 { $how } 옵션으로 바꾼다
