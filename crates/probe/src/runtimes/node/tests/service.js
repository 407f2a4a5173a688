// A small service for the tests of the Node probe. Prints the port that it listens on.
const { EventEmitter } = require('node:events');
const { promisify } = require('node:util');
const crypto = require('node:crypto');
const http = require('node:http');
const fs = require('node:fs');
const zlib = require('node:zlib');

const pbkdf2 = promisify(crypto.pbkdf2);
const gzip = promisify(zlib.gzip);
// nothing can be spared of it, so that it leaves in 19 chunks of 16 kB
const noise = crypto.randomBytes(300_000);
// what the pool of node-postgres looks like, with two of three connections borrowed, one at work, and four that wait
class BoundPool extends EventEmitter {
  constructor() {
    super();
    const client = (ready) => ({ _connected: true, readyForQuery: ready });
    this.options = { max: 3, password: 'never read' };
    this._clients = [client(true), client(false), client(true)];
    this._idle = [{}];
    this._pendingQueue = [{}, {}, {}, {}];
  }

  _remove() {
    this._idle.pop();
    this._clients = this._clients.slice(1);
  }
}
globalThis.pool = new BoundPool();
// what node-redis looks like: lists of its own, one with two commands that wait for an answer, and one of something else
class DoublyLinkedList {
  #values;
  constructor(values) { this.#values = values; }
  get length() { return this.#values.length; }
  get head() { return this.#values.length > 0 ? { value: this.#values[0], next: undefined } : undefined; }
}
const command = () => ({ args: ['GET', 'never read'], resolve() {}, reject() {} });
globalThis.lists = [new DoublyLinkedList([command(), command()]), new DoublyLinkedList(['never read']), new DoublyLinkedList([])];
require('node:module')._cache['/srv/node_modules/@redis/client/dist/lib/client/linked-list.js'] = { exports: { DoublyLinkedList } };
// and what ioredis looks like: no event emitter, though it has the methods of one
class Redis {
  commandQueue = { length: 3 };
  offlineQueue = { length: 0 };
}
globalThis.redis = new Redis();
require('node:module')._cache['/srv/node_modules/ioredis/built/Redis.js'] = { exports: { default: Redis } };
// and what Knex looks like: three connections borrowed, of which two are at work, one free, two that wait
globalThis.knex = Object.assign(new EventEmitter(), {
  pool: {
    used: [{ resource: { _connected: true, readyForQuery: false } }, { resource: { _command: {} } }, { resource: { _connected: true, readyForQuery: true } }],
    free: [{ resource: {} }], pendingCreates: [], pendingAcquires: [{}, {}], min: 2, max: 7,
  },
});
// clients with a limit of connections: one of Node itself, with a call under way and two that wait, one without a limit, and what a pool of undici looks like
globalThis.agents = [new http.Agent({ maxSockets: 1 }), new http.Agent({ keepAlive: true })];
const silent = require('node:net').createServer(() => {}).listen(0, '127.0.0.1', () => {
  for (let i = 0; i < 3; i += 1) {
    http.get({ port: silent.address().port, host: '127.0.0.1', agent: globalThis.agents[0] }).on('error', () => {});
  }
});
class Pool extends EventEmitter {
  constructor() {
    super();
    const fields = { queued: 5, clients: [{}, {}], connections: 2, url: 'never read' };
    for (const [name, value] of Object.entries(fields)) this[Symbol(name)] = value;
  }
}
globalThis.undici = new Pool();

async function hashPassword() {
  return (await pbkdf2('a', 'b', 20000, 32, 'sha256')).length;
}
function hashPasswordSync() {
  return crypto.pbkdf2Sync('a', 'b', 20000, 32, 'sha256').length;
}
// 8 MB of what is forgotten at once
function makeObjects() {
  return Array.from({ length: 100 }, (_, i) => new Array(10_000).fill(i)).length;
}
const { Session } = require('node:inspector');
// whether somebody samples V8's heap
function sampled() {
  const session = new Session();
  session.connect();
  let is = true;
  session.post('HeapProfiler.getSamplingProfile', (error) => { is = !error; });
  session.disconnect();
  return is;
}
const routes = {
  '/': async () => 'ok',
  '/hash': hashPassword,
  '/sync': async () => hashPasswordSync(),
  '/objects': async () => makeObjects(),
  '/gzip': async () => (await gzip(noise)).length,
  // each holds a buffer, which the collector of young objects does not free
  '/streams': async () => Array.from({ length: 600 }, () => zlib.createDeflate()).length,
  // calls to another service, which is this one: two answered, one refused
  '/calls': async () => {
    const ask = (path) => new Promise((done, fail) => {
      http.get({ port: server.address().port, host: '127.0.0.1', path }, (answer) => answer.resume().on('close', done)).on('error', fail);
    });
    await Promise.all(['/hash?secret=unspoken', '/hash', '/users/4711/Unspoken'].map(ask));
    const { fetch } = globalThis;
    await (await fetch(`http://127.0.0.1:${server.address().port}/sync`)).text();
  },
  '/file': async () => (await fs.promises.readFile(__filename)).length,
  // from now on most of the time passes between the ticks of one queue and of the next
  '/ticks': async () => {
    const flood = () => { process.nextTick(() => {}); setImmediate(flood); };
    for (let i = 0; i < 50; i += 1) flood();
  },
  '/left': async () => JSON.stringify({
    symbols: Object.getOwnPropertySymbols(globalThis).map(String).filter((s) => s.includes('tightspot')),
    sockets: process.getActiveResourcesInfo().filter((r) => r.startsWith('UDP')).length,
    heard: require('node:diagnostics_channel').hasSubscribers('http.server.request.start'),
    deprecation: process.noDeprecation === true,
    sampled: sampled(),
  }),
};
const server = http.createServer(async (request, response) => {
  // in more pieces than one call of the kernel takes
  if (request.url === '/pieces') {
    for (let i = 0; i < 3000; i += 1) response.write('piece');
    response.end();
    return;
  }
  const route = routes[request.url.split('?')[0]];
  // whoever looks for an inspector asks every port for its list
  if (!route) {
    response.writeHead(404).end();
    return;
  }
  response.end(String(await route()));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
