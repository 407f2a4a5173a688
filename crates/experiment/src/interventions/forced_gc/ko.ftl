# 요청에 따른 전체 GC.
subject = pid { $pid }의 Full GC
