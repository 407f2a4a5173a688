// Closes the inspector once the tool that asks for it is not connected any more: from port `ours`, 0 where it is not. Whoever else is connected has `grace`
// milliseconds to go by himself, and is then cut: it was opened for the tool alone, and as long as it is open every user of the machine may run code here. The
// tool is waited for, for Node waits on its main thread until each client has answered that it goes, and one that is stopped (Ctrl-Z) would stop the service for
// as long.
(inspector, fs, ours, grace) => {
  'use strict';
  const opened = inspector.url();
  if (!opened) return;
  const asKernel = (port) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const own = asKernel(Number(new URL(opened).port));
  const tools = asKernel(ours);
  // of each line of the tables that is of a connection to it, neither LISTEN nor TIME_WAIT: whether that lives, and is the tool's
  const connections = () => ['tcp', 'tcp6'].flatMap((table) => {
    try {
      const lines = fs.readFileSync(`/proc/self/net/${table}`, 'latin1').split('\n').map((line) => line.trim().split(/\s+/));
      const here = lines.filter(([, local, , state]) => local !== undefined && local.endsWith(own) && state !== '0A' && state !== '06');
      return here.map(([, , remote, state]) => ours !== 0 && state === '01' && remote.endsWith(tools));
    } catch {
      return [];
    }
  });
  const began = performance.now();
  let pause = 20;
  const look = () => {
    // what was opened anew since is somebody else's
    if (inspector.url() !== opened) return;
    const all = connections();
    const isTools = all.includes(true);
    if (!isTools && (all.length === 0 || performance.now() - began >= grace)) {
      inspector.close();
      return;
    }
    pause = Math.min(pause * 1.5, isTools ? 250 : 50);
    setTimeout(look, pause).unref();
  };
  setTimeout(look, pause).unref();
}
