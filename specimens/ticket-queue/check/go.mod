module curtain/check

go 1.22
