module tightspot/specimens/mail

go 1.22
