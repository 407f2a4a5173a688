vacuum (freeze, analyze);
