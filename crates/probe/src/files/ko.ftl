# 대상이 어떤 파일을 여는지 알 수 없는 이유.

watch = 열리는 파일 관찰
needs-admin = CAP_SYS_ADMIN 권한이 있어야 커널에서 이 정보를 받을 수 있다 (`fanotify`)
no-file-system = 관찰할 수 있는 종류의 파일 시스템이 없다
