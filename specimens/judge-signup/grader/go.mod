module tightspot/specimens/grader

go 1.22
