# 원인이 변경에 대해 예측하는 것.
change = { $low } ~ { $high }
