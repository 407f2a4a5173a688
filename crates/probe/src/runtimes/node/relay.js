// Passes the inspector's protocol on over a socket that this user alone can open, so that the inspector's port need not stay open: one line of JSON
// for each message. Serves one client; when that goes, or does not come, all of it goes, with the gauges where it is theirs.
((options) => {
  'use strict';
  const KEY = Symbol.for(options.key);
  if (globalThis[KEY]) globalThis[KEY].end();
  const commandLine = typeof require === 'function' ? require : undefined;
  const load = (name) => (process.getBuiltinModule ? process.getBuiltinModule(`node:${name}`) : commandLine(name));
  const inspector = load('inspector');
  const net = load('net');
  const fs = load('fs');
  // a folder of mode 0700: nobody else reaches what lies in it
  const folder = fs.mkdtempSync(`${options.folder}/tightspot-node-`);
  const path = `${folder}/relay`;
  const session = new inspector.Session();
  session.connect();
  let client;
  const hide = () => {
    server.close();
    for (const remove of [() => fs.unlinkSync(path), () => fs.rmdirSync(folder)]) try { remove(); } catch { /* it is gone */ }
  };
  const end = () => {
    if (globalThis[KEY] !== relay) return;
    delete globalThis[KEY];
    clearTimeout(patience);
    hide();
    if (client) client.destroy();
    session.disconnect();
    const gauges = options.gauges && globalThis[Symbol.for('tightspot.gauges')];
    if (gauges) gauges.remove(true);
  };
  const serve = (socket) => {
    if (client) {
      socket.destroy();
      return;
    }
    client = socket;
    clearTimeout(patience);
    hide();
    socket.unref();
    socket.setEncoding('utf8');
    const say = (message) => { if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`); };
    session.on('inspectorNotification', ({ method, params }) => { if (method === options.event) say({ method, params }); });
    const answer = (line) => {
      let id;
      try {
        const asked = JSON.parse(line);
        id = asked.id;
        session.post(asked.method, asked.params, (error, result) => say(error ? { id, error: { message: `${error.message}` } } : { id, result }));
      } catch (error) {
        say({ id, error: { message: `${error.message}` } });
      }
    };
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      lines.forEach(answer);
    });
    socket.on('error', () => { /* it closes next */ });
    socket.on('close', end);
  };
  const server = net.createServer(serve);
  server.unref();
  const patience = setTimeout(() => end(), options.patience);
  patience.unref();
  const relay = { end };
  Object.defineProperty(globalThis, KEY, { value: relay, configurable: true, enumerable: false });
  return new Promise((done, fail) => {
    server.once('error', (error) => { end(); fail(error); });
    server.listen(path, () => done(path));
  });
})
