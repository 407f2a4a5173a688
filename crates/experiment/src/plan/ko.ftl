# 실험이 할 일.
steps = { $subject }: { $from } -> { $to }. 무작위 순서의 블록 { $blocks }개, { $time }
steps-predicted = { $steps }. 마지막 설정에서 예측하는 처리량 변화: { $predicted }
settings = { $values }{ $unit ->
    [connections] 개
    [threads] 개
    [requests] 개
    [collections] 회
    [cores] 코어
    [ms] {" ms"}
    [MB] {" MB"}
   *[none] {""}
 }
