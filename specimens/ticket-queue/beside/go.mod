module curtain/beside

go 1.22
