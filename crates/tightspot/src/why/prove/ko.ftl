# 실험을 하지 않는 이유.
several-processes = 실험은 프로세스 하나를 바꾸는데, 프로세스 { $processes }개가 요청을 처리한다. --pid와 그 프로세스의 포트 URL로 그중 하나에서 증명한다
no-saturation = 포화 상태를 측정하지 못했다
changed-since = { $subject }: 부하 단계를 측정할 때는 { $seen }, 지금은 { $now }이다. 예측이 지금 상태와 맞지 않는다
no-cause = 지목된 원인이 없어 증명할 것이 없다. --hypothesis CAUSE로 원인 하나를 시험할 수 있다
no-prediction = 측정한 것으로는 이 변경에 대해 아무것도 예측할 수 없다
no-means = 이 변경을 하는 방법이 알려져 있지 않다
asked-for = 사용자가 요청함
