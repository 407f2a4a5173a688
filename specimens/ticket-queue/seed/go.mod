module curtain/seed

go 1.22
