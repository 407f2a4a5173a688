# 이 장비에서 다른 도구가 일하고 있을 때 하는 말.

refused = 이 장비에서 다른 도구가 일하고 있다. 지금 실험하면 그 도구가 한 일을 실험의 효과로 잘못 안다
beside = 이 장비에서 다른 도구가 일하고 있다: { $who }. 서로 상대의 부하까지 측정한다
has-come = 그사이 이 장비에서 다른 도구가 일을 시작했다: { $who }. 서로 상대의 부하까지 측정한다
tool = tightspot { $command } (pid { $pid })
process = pid { $pid }
has-run = { $who }, 실행한 지 { $time }
unseen = 누구인지 여기서는 보이지 않는다
wait = 그 도구가 끝날 때까지 기다린다
go-on-beside = { $variable }=FILE (다른 파일 아무것이나)로 그 옆에서 진행한다. 그러면 양쪽 측정값이 모두 틀린다
unknown = 이 장비에서 다른 도구가 일하고 있는지 알 수 없다: { $file }: { $error }
