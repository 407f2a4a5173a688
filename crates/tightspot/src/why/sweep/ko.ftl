# sweep 진행 중에 하는 말.

failed = 실패    { $knob } { $value }: { $why }
round = 회차 { $number } { $figures }
limit = 한계    { $knob } { $value }: { $limit }
restored = { $knob }: 되돌렸고, 확인도 마쳤다
