module paydeal/shift

go 1.22
