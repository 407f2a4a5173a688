# The line that replaces itself while a phase goes on.

errors = errors { $errors }
mean = mean { $ms }
in-flight = in flight { $requests }
