# 코드 저장소의 댓글과 요약.

now = 현재
fixed = 고치면
at-most = { $way ->
    [least] { $rate } 이상
   *[most] 최대 { $rate }
 }
next = 다음 병목
highest = 측정한 최고치
p95 = p95, 가벼운 부하부터 무거운 부하까지
examples = 고치는 예
left-out = 길이 제한 때문에 일부를 뺐다. 전체는 tightspot report { $run } -o page.html 명령으로 볼 수 있다.
