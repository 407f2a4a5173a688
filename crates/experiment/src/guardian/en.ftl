# The process that puts changes back where the tool cannot.
go-on = go on with the experiment
put-back = this tool stood still for 5 s or more, and its guardian has put back what was changed and ended what was started
again = measure again on a machine that lets the tool run
start = start the guardian that puts changes back if this tool is killed
stopped = its guardian (pid { $pid }), which would put everything back if this tool were killed, is stopped
continue = { $command }, then run it again
