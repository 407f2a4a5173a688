name = 부하 생성기와 코어 공유
headline = 부하 생성기와 서비스가 코어를 함께 씁니다.
expected = 커넥션이 늘수록 처리량이 떨어지고, 부하 생성기가 쓰는 CPU만큼 서비스의 CPU가 모자란다
falsifier = 코어를 나누어도 수치가 그대로다
fix = 서비스를 코어에 고정하고(taskset -c 0 <명령>), 나머지 코어는 부하 생성기에 준다
observed = 부하 생성기의 코어: { $generator }, 서비스의 코어: { $service }
shared = 부하 생성기가 서비스의 코어에서 실행될 수 있다. 수치는 이 장비에서만 유효하다
