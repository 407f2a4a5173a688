module orderdesk

go 1.22
