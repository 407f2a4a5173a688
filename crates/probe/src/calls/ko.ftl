# 대상이 다른 서비스에 무엇을 요청하는지 알 수 없는 이유.

watch = 다른 서비스 호출 관찰
another-network = 대상이 다른 네트워크 네임스페이스에 있어 여기서는 패킷이 보이지 않는다
too-many-packets = 오가는 패킷이 너무 많아 모두 볼 수 없었다
needs-raw = 커널은 CAP_NET_RAW 권한이 있어야 패킷을 보여 준다
