module event-login/provider

go 1.24
