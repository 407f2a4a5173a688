# 이 실험을 고른 이유, 또는 실험이 없는 이유.
predictions = 예측하는 처리량 변화: { $cause } { $predicted }, { $rival } { $by-rival }
prediction = 예측하는 처리량 변화: { $cause } { $predicted }. 이 변경에 대해 예측하는 다른 원인은 없다
not-looked-at = 살펴보지 않은 원인이다: { $cause }
nothing-can-be-changed = 여기서 바꿀 수 있는 것이 없다
can-be-changed = 여기서 바꿀 수 있는 것: { $factors }
no-known-experiment = { $cause }: 이것을 증명하는 실험이 알려져 있지 않다. { $can }
too-near = { $factor }: 이것을 바꾸면 { $cause }의 예측과 다른 원인의 예측이 너무 비슷하다
out-of-reach = { $cause }: 이것을 증명하려면 { $factor } 설정을 바꿔야 하는데, 여기서는 바꿀 수 없다. { $can }
