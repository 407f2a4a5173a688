name = response waits for side work
# The response waits for work that its content does not need.
headline = Requests wait for work that their answers may not need.
expected = requests wait for mail, push messages, texts, figures for analysts, a queue or tasks that own code hands over, and that is a large part of the response or of its growth
falsifier = the answer needs what it waits for, or the response takes as long when that is done after the answer
fix = answer first: do it in a bounded executor or queue with a rule for when it is full, or write it down in the same transaction and send it from there (outbox)
unseen = what requests wait for was not seen
none = no request was seen waiting for mail, push messages, texts, figures for analysts, a queue, or tasks that own code hands over
not-told-apart = packages for { $what ->
    [push] push messages
    [text] texts to telephones
    [tracking] figures for analysts
   *[queue] queues
 } run on the event loop, and requests wait { $calls } for calls; how much of it is for those was not told apart
observed = at { $rate }, a request waits { $waits } of its { $response } for what its answer may not need: { $parts }
part = { $ms } for { $what ->
    [mail] mail
    [push] push messages
    [text] texts to telephones
    [tracking] figures for analysts or reports of errors
    [queue] a queue that confirms a message
   *[handed-over] tasks that own code hands to an executor and that call another service one after the other
 }
question = { $what ->
    [queue] a message that is confirmed is kept: does the answer promise that?
    [handed-over] does the answer need what these tasks give?
   *[other] does the answer need it before it is sent?
 }
beside = { $observed }; { $question }
holds = { $observed }; with the queues that this makes it is { $share } of the growth of the response time; { $question }
at-every-load = { $observed }, and { $light } of { $response } under light load, so that requests are slow by it at every load; { $question }
takes = a request waits { $ms } for what its answer may not need: { $parts }
without = without that wait a request would take { $left } under light load instead of { $response }
