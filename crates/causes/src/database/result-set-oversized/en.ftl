name = result set oversized
headline = The database sends far more than the answer needs, and reading it takes the CPU that all requests need.
fix = let the database choose: rows by WHERE and LIMIT, columns by name, sums and counts by GROUP BY
surplus = the database sends { $sent } for a request, and the answer has { $answered }
compressed = but answers are compressed, so their size does not say how much they contain
