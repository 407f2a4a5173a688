module paydeal/seed

go 1.22
