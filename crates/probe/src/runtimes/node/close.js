// Closes the inspector once nobody is connected to it. Node waits, on its main thread, for every client to go: while a tool is stopped
// (Ctrl-Z) or somebody debugs, closing would stop the service for as long.
(inspector, fs) => {
  'use strict';
  const connected = (port) => {
    const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
    // of a line of the table: its own address, and a state that is neither LISTEN nor TIME_WAIT
    const is = (line) => {
      const [, own, , state] = line.trim().split(/\s+/);
      return own !== undefined && own.endsWith(local) && state !== '0A' && state !== '06';
    };
    return ['tcp', 'tcp6'].some((table) => {
      try {
        return fs.readFileSync(`/proc/self/net/${table}`, 'latin1').split('\n').some(is);
      } catch {
        return false;
      }
    });
  };
  let pause = 50;
  const look = () => {
    const url = inspector.url();
    if (!url) return;
    if (!connected(Number(new URL(url).port))) {
      inspector.close();
      return;
    }
    pause = Math.min(pause * 1.5, 1000);
    setTimeout(look, pause).unref();
  };
  setTimeout(look, pause).unref();
}
