module partner

go 1.22
