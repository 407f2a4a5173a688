# 비교 진행 중에 하는 말.

noise = 잡음    쌍마다 { $scatter } 다르다. 20쌍이면 { $tells } 차이를 가려낸다
pair = 쌍 { $number }   { $before } -> { $after }  { $metric }
even = 균형    이전 { $before }, 이후 { $after }, { $state }
both-steady = 둘 다 안정
not-steady = 안정되지 않음: 수치에 그 영향이 들어 있다
steady-but-compiling = 둘 다 안정되었지만 컴파일러가 아직 코어 { $before }개와 { $after }개를 쓴다. 수치에 그 영향이 들어 있다
does-not-vary = { $metric }: 전혀 변하지 않는다. 측정되지 않은 것이다
broken = 같은 상태끼리도 여섯 쌍에서 차이가 난다. 무언가 흘러가고 있거나 측정 도구의 잘못이라, 아무것도 비교할 수 없다
may-not-be-before = 서비스가 이전 상태가 아닐 수 있다
