headline = Each call to another service opens a connection of its own.
expected = for each call to another service, { $least } of a connection or more is opened
falsifier = with connections that are kept, calls take as long and use as much CPU
fix = share one client, let it keep connections (keep-alive, enough idle ones for each host), and read each answer to its end
no-peer = no other service is called
not-counted = how many connections are opened is told by the kernel to CAP_NET_ADMIN only
observed = a request opens { $opened } connections to { $peer }, for { $calls } calls
holds = { $observed }: they are not used again, so each call waits for one to be opened, and both sides spend CPU on it
