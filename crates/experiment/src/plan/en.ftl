# What an experiment will do.
steps = { $subject }: { $from } -> { $to }; { $blocks } blocks in random order, { $time }
steps-predicted = { $steps }; predicted change of throughput at the last setting: { $predicted }
settings = { $values }{ $unit ->
    [connections] {" connections"}
    [threads] {" threads"}
    [requests] {" requests"}
    [collections] {" collections"}
    [cores] {" cores"}
    [ms] {" ms"}
    [MB] {" MB"}
   *[none] {""}
 }
