name = generator saturated
headline = The load generator is at its limit.
expected = requests leave later than planned, or the generator uses more than { $most } of its core
falsifier = a second generator beside this one brings no more throughput
fix = give the generator a core of its own, or run it on another machine
observed = the generator uses { $work } of its core, and its send lag p99 is { $lag }
