// A service of a few lines for restore.sh and inspector.sh: /knobs/NAME tells what one of its settings is, /call asks PEER, anything else is answered after 10 ms. Its port is
// the first argument.
const http = require('node:http');
const { EventEmitter } = require('node:events');

// a pool as node-postgres has it, without a database: the tool knows it by its fields
class Pool extends EventEmitter {
  _clients = [];
  _idle = [];
  _pendingQueue = [];
  options = { max: Number(process.env.POOL || 10) };
  _remove(client) {
    this._clients = this._clients.filter((one) => one !== client);
    this._idle = this._idle.filter((one) => one.client !== client);
  }
}

const pool = new Pool();
const agent = new http.Agent({ keepAlive: true });
let asked = 0;
let inside = 0;
const knobs = { asked: () => asked, inside: () => inside, pid: () => process.pid, pool: () => pool.options.max };

const server = http.createServer((request, response) => {
  const [, what, name] = request.url.split('/');
  if (what === 'knobs') {
    response.end(`${knobs[name]?.()}`);
    return;
  }
  asked += 1;
  inside += 1;
  response.on('close', () => { inside -= 1; });
  const answer = () => response.end('ok');
  if (what === 'call') {
    http.get(process.env.PEER, { agent }, (its) => its.resume().on('end', answer)).on('error', () => response.writeHead(502).end());
  } else {
    setTimeout(answer, 10);
  }
});
// a connection of an edge stays
server.keepAliveTimeout = 0;
server.listen(Number(process.argv[2]), '127.0.0.1');
