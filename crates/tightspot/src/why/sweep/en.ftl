# What a sweep says while it goes on.

failed = failed  { $knob } at { $value }: { $why }
round = round { $number } { $figures }
limit = limit   { $knob } at { $value }: { $limit }
restored = { $knob } is restored, and that was checked
