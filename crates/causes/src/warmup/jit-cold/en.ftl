name = code not yet compiled (JIT)
# The code is not compiled yet.
headline = The virtual machine has not compiled the code yet.
expected = the first seconds are several times slower than the last, in code that is not compiled yet, while the compilers are busy
falsifier = after a restart with the code compiled ahead, the first seconds are just as slow
fix = send traffic only after a warm-up (readiness), or start from a compiled archive (AOT cache)
a-little-slower = { $lost }, while the compilers were busy: it was slower, but neither three times as slow at first nor slow for long
while-measuring = compiler threads use { $cores } cores at most while measuring
still-compiling = compiler threads still use { $cores } cores while measuring: the figures will improve
observed = { $says }
compilers-unseen = whether the compilers were busy is not seen
hardly-compiled = the compilers used { $cpu } of CPU ({ $cores } cores) while { $lost } of work was lost, and { $warm } cores later
same-cost = a request used { $now } of CPU in the slow seconds and { $warm } later: it was not the code that was slower
more-done-once = { $code } of the extra time is code that is not compiled yet, { $once } is work done once
dearer = a request used { $now } of CPU instead of { $warm }
holds = { $says }
