# 환경 변수.
subject = `{ $command }`의 환경 변수 { $variable }
