name = cache without effect
headline = A cache in the process finds nothing, and what it should spare is done for nearly every request.
none = no cache was seen that finds nothing
expected = behind a cache stands work that nearly every request does all the same
falsifier = requests that the load sends again take as long as before though the cache finds them
below = { $site } stands behind { $cache }, and yet three of four requests or more run it ({ $ms } of { $response } under light load): the cache seldom finds anything
stored = { $cache } was seen storing { $stored } { $stored ->
    [one] time
   *[other] times
 } and looking up { $looked } { $looked ->
    [one] time
   *[other] times
 }: many look-ups find nothing
fix = see whether the load asks for the same again, how long values are kept (seconds or milliseconds), whether equal keys count as equal (arrays do not), and how many values fit
