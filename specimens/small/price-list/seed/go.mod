module pricelist

go 1.22
