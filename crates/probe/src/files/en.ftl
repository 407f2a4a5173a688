# Why it is not seen which files the target opens.

watch = watch which files are opened
needs-admin = the kernel tells this only to a process with CAP_SYS_ADMIN (`fanotify`)
no-file-system = none of its file systems is of a kind that is watched
