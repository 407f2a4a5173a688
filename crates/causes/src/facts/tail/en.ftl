# Events and the slowest requests.
not-asked = the slowest requests were not asked about ({ $option } asks about them)
expected = most of the slowest requests arrive during { $what ->
    [collections] a collection
    [turns] a long turn of the event loop
   *[stops] a stop
 } or while its backlog drains, far more than by chance, and none are slow before it begins
falsifier = without { $what ->
    [collections] collections
    [turns] long turns
   *[stops] stops
 } just as many requests are as slow
none-seen = { $what ->
    [collections] no collection
    [turns] no long turn of the event loop
   *[stops] no stop of all threads except for collections
 } was seen
seen = { $number } { $number ->
    [one] { $what ->
        [collections] collection
        [turns] turn of the event loop
       *[stops] stop of all threads
    }
   *[other] { $what ->
        [collections] collections
        [turns] turns of the event loop
       *[stops] stops of all threads
    }
 } of { $mean } on average, { $longest } at most
does-not-explain = { $seen }: { $why ->
    [too-few] too few, or too few spikes ({ $spikes }), to tell
    [too-short] too short to make requests that slow
    [follows] requests are slow before they begin
   *[unrelated] requests are no slower in them than by chance
 }
falls-to = { $share } of the slow requests (beyond { $limit }) fall into { $seen }: { $times } times as likely there as elsewhere
says = { $says }
claim-share = { $share } of the slow requests fall into { $seen }
claim-limit = one request in a hundred takes longer than { $limit }
