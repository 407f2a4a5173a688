// Gives the script on standard input objects that lay traps for whoever reads them, and others that are pools, more than are kept: prints what it found,
// and how often a trap was run.
const { EventEmitter } = require('node:events');
const { types } = require('node:util');
const fs = require('node:fs');

let traps = 0;
const trap = (value) => { traps += 1; return value; };
class NamedByGetter { static get name() { return trap('Worker'); } }
class EmitterNamedByGetter extends EventEmitter { static get name() { return trap('Worker'); } }
class NamedByParent extends NamedByGetter { threadId = 7; }
const madeByGetter = Object.defineProperty({}, 'constructor', { get: () => trap({ name: 'Worker' }) });
class Yallist extends EventEmitter {
  get length() { return trap(1); }
  get head() { return trap({ value: { resolve() {}, reject() {} } }); }
}
class HandledByGetter extends EventEmitter {
  options = { max: 3 };
  get _clients() { return trap([]); }
  get _idle() { return trap([]); }
  get _pendingQueue() { return trap([]); }
}
class Behind extends EventEmitter {}
class CountedElsewhere extends EventEmitter {
  opts = { connectionLimit: 4 };
  activeConnections() { return trap(1); }
  totalConnections() { return trap(1); }
  taskQueueSize() { return trap(1); }
}
const everything = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, (...args) => trap(Reflect[name](...args))]));
Behind.prototype.constructor = new Proxy(class Worker {}, everything);
const pg = (max = 5) => Object.assign(new EventEmitter(), { _clients: [], _idle: [], _pendingQueue: [], options: { max } });
const behindList = { get length() { return trap(1); }, get: () => trap({}) };
const hostile = [
  new NamedByGetter(), new EmitterNamedByGetter(), new NamedByParent(), madeByGetter, new Yallist(), new HandledByGetter(), new Behind(), new CountedElsewhere(),
  pg({ valueOf: () => trap(5) }),
  Object.assign(pg(), { _clients: new Proxy([], everything) }),
  Object.assign(new EventEmitter(), { _allConnections: behindList, _freeConnections: behindList, _connectionQueue: behindList, config: { connectionLimit: 4 } }),
  Object.assign(new EventEmitter(), { commandQueue: behindList, offlineQueue: behindList }),
  Object.assign(new EventEmitter(), { requests: {}, sockets: { get host() { return trap([1]); } }, freeSockets: {}, maxSockets: 1 }),
  new Proxy(pg(), everything),
];
// as denque keeps three of eight places, around the end of its list
const queue = (...all) => ({ _list: [all[1], all[2], , , , , , all[0]], _head: 7, _tail: (all.length + 7) & 7, _capacityMask: 7 });
const none = { _list: [], _head: 2, _tail: 2, _capacityMask: 3 };
const mysql2 = Object.assign(new EventEmitter(), {
  _allConnections: queue({ _command: {} }, { _command: undefined }, { _command: {} }), _freeConnections: queue({}), _connectionQueue: none, config: { connectionLimit: 4 },
});
const ioredis = { commandQueue: queue({}, {}), offlineQueue: none };
// no event emitter; of its two borrowed connections one is at work
const sequelize = {
  _factory: { max: 6 }, _inUseObjects: [{ resource: { _connected: true, readyForQuery: false } }, { resource: {} }], _availableObjects: [{}],
  _pendingAcquires: [{}],
};
class Worker extends EventEmitter { threadId = 3; }
// lists in private fields, which methods of its own count, and connections that say what runs
class Mariadb extends EventEmitter {
  #active = { 1: {}, 2: {} };
  #requests = [{}];
  opts = { connectionLimit: 4 };
  activeConnections() { return Object.keys(this.#active).length; }
  idleConnections() { return this.#requests.length; }
  totalConnections() { return this.activeConnections() + this.idleConnections(); }
  taskQueueSize() { return this.#requests.length; }
}
const mariadb = [[{}], [], []].map((sent) => Object.assign(new EventEmitter(), {
  sendQueue: queue(), receiveQueue: queue(...sent), streamIn: {}, streamOut: {}, socket: { _handle: {} },
}));

const find = (0, eval)(`(${fs.readFileSync(0, 'utf8')})`);
const pools = [];
traps = 0;
const told = JSON.parse(find([...hostile, new Worker(), mysql2, ioredis, sequelize, new Mariadb(), ...mariadb], pools, types.isProxy));
const sprung = traps;
const many = JSON.parse(find(Array.from({ length: 20 }, () => pg()), pools, types.isProxy));
console.log(JSON.stringify({ sprung, told, kept: many.found.length, left: many.left }));
