vacuum analyze;
