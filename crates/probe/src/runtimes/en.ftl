# What is said of every runtime.

look-into = look into pid { $pid }
resize = resize pools of pid { $pid }
resize-one = resize "{ $name }" in pid { $pid }
read-sizes = read the sizes of pools in pid { $pid }
collect = collect garbage
no-stacks = stacks of a { $runtime } process are not supported yet
no-stacks-but = stacks of a { $runtime } process are not supported yet: only what host, scheduler and stores show is there
sizes-not-known = pool sizes of a { $runtime } process are not known here
none-of-this-name = there is none with this name any more
several-of-this-name = several have this name
another-size = it is { $max }, { $asked } was asked for
not-as-asked = it is { $max } (at least { $min }), { $asked-max } (at least { $asked-min }) was asked for
no-collections = this runtime takes no such command from outside
stacks-of = stacks can be read from: { $runtimes }
by-command = { $how } changes what you have a command for
