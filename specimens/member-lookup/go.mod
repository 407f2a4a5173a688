module member-lookup

go 1.22
