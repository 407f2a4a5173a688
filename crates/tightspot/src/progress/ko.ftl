# 단계가 진행되는 동안 스스로 바뀌는 줄.

errors = 오류 { $errors }
mean = 평균 { $ms }
in-flight = 처리 중 { $requests }
