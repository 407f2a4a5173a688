module event-login/seed

go 1.24
