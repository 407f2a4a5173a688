# `tightspot explain`이 보여 주는 판정 규칙.
rules = 판정 규칙을 확인하는 순서대로 보인다. 성립할 때 무엇을 하는지는 목록 아래에 있다.
rule = { $rule }: 판정 규칙 { $all }개 중 { $place }번째
refuses = 원인이 무엇을 말하든 서비스에 대해 판정하지 않는다. 처음으로 성립하는 규칙이 정한다
forbids-names = 규칙이 예외로 두는 원인만 지목할 수 있다. 그중 성립하는 것이 없으면 판정은 inconclusive이다
lowers-evidence = 지목된 원인의 증거 수준은 최대 E1이다
forbids-clean-bill = 지목된 원인이 없어도 서비스를 정상이라고 하지 않는다. 이것과 clears 중 처음으로 성립하는 규칙이 정한다
clears = 지목된 원인이 없으면 서비스는 정상이며, 이 규칙이 그 이유다
forbids-clearing = 정상이라고 할 규칙이 성립해도 정상이라고 하지 않는다

## 고치는 예

examples = 고치는 예
caution = 주의: { $says }.
no-examples = { $cause }에는 예가 없다. 고치는 코드가 어디서나 같지 않기 때문이다
in-words = tightspot explain { $cause }    고치는 방법을 글로 설명한다
