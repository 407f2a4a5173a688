# 비교 진행 중에 하는 말.

noise = 잡음    쌍마다 { $scatter } 다르다. 20쌍이면 { $tells } 차이를 가려낸다
pair = 쌍 { $number }   { $before } -> { $after }  { $metric }
even = 균형    이전 { $before }, 이후 { $after }, { $state }
both-steady = 둘 다 안정
not-steady = 안정되지 않음: 수치에 그 영향이 들어 있다
steady-but-compiling = 둘 다 안정되었지만 컴파일러가 아직 코어 { $before }개와 { $after }개를 쓴다. 수치에 그 영향이 들어 있다
does-not-vary = { $metric }: 전혀 변하지 않는다. 측정되지 않은 것이다
broken = 같은 상태끼리도 여섯 쌍에서 차이가 난다. 무언가 계속 변하고 있거나 측정 도구의 잘못이라, 아무것도 비교할 수 없다
may-not-be-before = 서비스가 이전 상태가 아닐 수 있다
needs-two-starts = --from-start는 두 가지 시작 방법을 비교하므로 각각의 명령이 필요하다
two-starts = { $command }    둘 다 포그라운드로 실행한다. --ready URL은 준비될 때까지 기다린다
start-pair = 쌍 { $number }   { $before } -> { $after } ms  { $metric }, 실패 { $failed } -> { $fails }
fails-more = 이후 방법으로 시작했을 때 요청의 { $after }가, 이전에는 { $before }가 실패했다. 실패한 요청은 금방 응답되므로 더 낫다고 하지 않는다
interrupted = 중단됨: 시작한 서비스는 멈췄다
