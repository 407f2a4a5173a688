module pageshop

go 1.22
