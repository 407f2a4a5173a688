// Keeps, of many event emitters, those that are connection pools, clients of a store, or HTTP clients with a limit of connections, and how to read them:
// [borrowed, waiting, open, largest, statements in flight]. Told by the fields they own, so that bundled and renamed copies count too; no getter of the
// application is called, nor a trap of a proxy, and no option but a size is read. What is beyond the first sixteen is counted.
(objects, pools, proxies) => {
  'use strict';
  const isProxy = proxies || (() => false);
  const MOST = 16;
  const own = (o, key) => {
    const d = o === undefined || isProxy(o) ? undefined : Object.getOwnPropertyDescriptor(o, key);
    return d && 'value' in d ? d.value : undefined;
  };
  // of the object or of what it inherits from; a getter is no value
  const inherited = (o, key) => {
    for (let at = o, depth = 0; at !== null && depth < 64 && !isProxy(at); at = Object.getPrototypeOf(at), depth += 1) {
      const d = Object.getOwnPropertyDescriptor(at, key);
      if (d) return d.value;
    }
    return undefined;
  };
  const nameOf = (o) => {
    const made = inherited(o, 'constructor');
    const name = typeof made === 'function' ? inherited(made, 'name') : undefined;
    return typeof name === 'string' ? name : '';
  };
  const is = (o) => typeof o === 'object' && o !== null && !isProxy(o);
  const isList = (o) => is(o) && Array.isArray(o);
  const number = (n) => (typeof n === 'number' || typeof n === 'string' ? Number(n) : NaN);
  // what a list holds: an array, or a queue of denque, whose own fields say it without its methods
  const items = (l) => {
    if (isList(l)) return l;
    const [list, head, tail, mask] = ['_list', '_head', '_tail', '_capacityMask'].map((k) => own(l, k));
    if (!isList(list) || ![head, tail, mask].every(Number.isInteger)) return undefined;
    return Array.from({ length: (tail - head) & mask }, (_, i) => list[(head + i) & mask]);
  };
  const count = (l) => { const all = items(l); return all ? all.length : number(own(l, 'length')); };
  const atWork = { pg: (c) => own(c, '_connected') === true && own(c, 'readyForQuery') === false, mysql2: (c) => is(own(c, '_command')) };
  // node-postgres: also the pool inside Prisma's adapter and TypeORM on top of it
  const pg = (o) => {
    const [clients, idle, queue, options] = ['_clients', '_idle', '_pendingQueue', 'options'].map((k) => own(o, k));
    if (!isList(clients) || !isList(idle) || !isList(queue) || !is(options)) return null;
    const read = () => {
      // arrays are replaced when a client leaves
      const all = own(o, '_clients');
      return [all.length - own(o, '_idle').length, own(o, '_pendingQueue').length, all.length, number(own(options, 'max')), all.filter(atWork.pg).length];
    };
    return { kind: 'pg', family: 'pool', read };
  };
  const mysql2 = (o) => {
    const [all, free, queue, config] = ['_allConnections', '_freeConnections', '_connectionQueue', 'config'].map((k) => own(o, k));
    if (![all, free, queue, config].every(is) || ![all, free, queue].every(items)) return null;
    const read = () => {
      const open = items(all);
      return [open.length - count(free), count(queue), open.length, number(own(config, 'connectionLimit')), open.filter(atWork.mysql2).length];
    };
    return { kind: 'mysql2', family: 'pool', read };
  };
  // single connections of the drivers in a pool of another library: its lists of those that are borrowed, free, and asked for
  const ofLists = (kind, object, names, largest) => {
    const lists = () => names.map((k) => own(object, k));
    if (!lists().every(isList)) return null;
    // in older versions the connections themselves stand in the lists
    const running = (o) => { const c = is(o) && is(own(o, 'resource')) ? own(o, 'resource') : o; return is(c) && (atWork.pg(c) || atWork.mysql2(c)); };
    const read = () => {
      const [used, free, waiting] = lists();
      return [used.length, waiting.length, used.length + free.length, number(largest()), used.filter(running).length];
    };
    return { kind, family: 'pool', object, read };
  };
  // Knex has a pool of tarn, which is no event emitter but known to one
  const knex = (o) => {
    const pool = own(o, 'pool');
    return is(pool) && isList(own(pool, 'pendingCreates')) ? ofLists('knex', pool, ['used', 'free', 'pendingAcquires'], () => own(pool, 'max')) : null;
  };
  const sequelize = (o) => {
    const factory = own(o, '_factory');
    return is(factory) ? ofLists('sequelize', o, ['_inUseObjects', '_availableObjects', '_pendingAcquires'], () => own(factory, 'max')) : null;
  };
  const ioredis = (o) => {
    const lists = () => ['commandQueue', 'offlineQueue'].map((k) => own(o, k));
    if (!lists().every((l) => is(l) && Number.isFinite(count(l)))) return null;
    return { kind: 'ioredis', family: 'client', read: () => { const [sent, offline] = lists().map(count); return [0, offline, 1, 1, sent]; } };
  };
  // MariaDB's own client (also below Prisma's adapter) keeps its lists in private fields: its own methods count them, which are known by what they read.
  // Its connections say what runs; which of several pools one is of they do not, so that is shared out by what is borrowed. What runs on connections that
  // have come since the search is taken to be as much as on the others.
  const lent = (o) => {
    const methods = ['activeConnections', 'taskQueueSize', 'totalConnections', 'idleConnections'].map((name) => inherited(o, name));
    const counts = (f) => typeof f === 'function' && /^\w+\(\)\s*\{[^]*\bthis\.(#\w|activeConnections\(\))/.test(Function.prototype.toString.call(f));
    return methods.every(counts) ? () => methods.slice(0, 3).map((f) => Reflect.apply(f, o, [])) : undefined;
  };
  const isMariadbConnection = (o) => ['sendQueue', 'receiveQueue'].every((k) => items(own(o, k))) && is(own(o, 'streamIn')) && is(own(o, 'streamOut'));
  const isOpen = (c) => is(own(c, 'socket')) && is(own(own(c, 'socket'), '_handle'));
  const hasAny = (l) => is(l) && own(l, '_head') !== own(l, '_tail');
  // of all pools of this kind together, worked out once for a reading of them
  const mariadbs = () => {
    const now = Date.now();
    if (pools.mariadbs && now - pools.mariadbs.at < 10) return pools.mariadbs;
    const all = pools.filter((x) => x.kind === 'mariadb').map((x) => x.numbers());
    const [used, open] = [0, 2].map((i) => all.reduce((n, x) => n + x[i], 0));
    const known = (pools.connections || []).map((r) => r.deref()).filter((c) => c !== undefined && isOpen(c));
    // of none that is known, all that are lent count as at work
    const running = known.length > 0 ? known.filter((c) => hasAny(own(c, 'receiveQueue'))).length * Math.max(1, open / known.length) : used;
    return (pools.mariadbs = { at: now, used, running });
  };
  const mariadb = (o) => {
    const options = own(o, 'opts');
    const numbers = is(options) && number(own(options, 'connectionLimit')) > 0 ? lent(o) : undefined;
    if (!numbers) return null;
    const read = () => {
      const [used, waiting, open] = numbers();
      const all = mariadbs();
      return [used, waiting, open, number(own(options, 'connectionLimit')), all.used > 0 ? Math.min(used, (all.running * used) / all.used) : 0];
    };
    return { kind: 'mariadb', family: 'pool', numbers, read };
  };
  const sum = (lists) => Object.keys(lists).map((k) => own(lists, k)).reduce((n, l) => n + (isList(l) ? l.length : 0), 0);
  // what axios, got, node-fetch and the clients of clouds have beneath: a limit for each host, or for all of them
  const agent = (o) => {
    const [requests, sockets, free] = ['requests', 'sockets', 'freeSockets'].map((k) => own(o, k));
    const most = Math.min(...['maxSockets', 'maxTotalSockets'].map((k) => own(o, k)).filter((n) => typeof n === 'number'));
    if (![requests, sockets, free].every(is) || !Number.isFinite(most)) return null;
    return { kind: 'http-agent', family: 'http', read: () => [sum(sockets), sum(requests), sum(sockets) + sum(free), most, 0] };
  };
  // a pool of undici, whose fields are symbols; calls in its queue are no calls for the channels yet
  const undici = (o) => {
    const key = (name) => Object.getOwnPropertySymbols(o).find((s) => s.description === name);
    const [queued, clients, most] = ['queued', 'clients', 'connections'].map(key);
    if (![queued, clients, most].every(Boolean) || !isList(own(o, clients)) || !(number(own(o, most)) > 0)) return null;
    return { kind: 'undici-pool', family: 'http', read: () => [0, own(o, queued), own(o, clients).length, number(own(o, most)), 0] };
  };
  // node-redis keeps its commands in lists that are no event emitters: they are looked for by themselves, and counted together. What they hold is told by
  // getters of their own alone. Yallist is used by others too: what waits for its answer has somebody to give it to.
  const isCommands = (o) => /^((Doubly|(EmptyAware)?Singly)LinkedList|Yallist)$/.test(nameOf(o)) && inherited(o, 'emit') === undefined;
  const lists = objects.filter((o) => { try { return isCommands(o); } catch { return false; } });
  if (lists.length > 0) {
    const one = pools.find((x) => x.kind === 'node-redis');
    const all = one ? one.object : [];
    all.push(...lists.slice(0, Math.max(0, 256 - all.length)));
    const inFlight = (l) => {
      const command = is(l.head) ? own(l.head, 'value') : undefined;
      return is(command) && typeof own(command, 'resolve') === 'function' && typeof own(command, 'reject') === 'function' ? l.length : 0;
    };
    const read = () => [0, 0, 1, 1, all.reduce((n, l) => n + inFlight(l), 0)];
    if (!one) pools.push({ id: 'node-redis', object: all, kind: 'node-redis', family: 'client', read: () => { try { return read(); } catch { return null; } } });
  }
  const found = [];
  const left = new Set();
  for (const o of objects) {
    try {
      if (!is(o)) continue;
      if (isMariadbConnection(o)) {
        // connections that end are not kept
        const known = (pools.connections || []).filter((r) => r.deref() !== undefined && r.deref() !== o);
        pools.connections = [...known, new WeakRef(o)].slice(-256);
        continue;
      }
      const p = pg(o) || mysql2(o) || mariadb(o) || knex(o) || sequelize(o) || ioredis(o) || agent(o) || undici(o);
      if (!p) continue;
      const object = p.object || o;
      if (pools.some((x) => x.object === object)) continue;
      const first = p.read();
      if (!first.every((n) => Number.isFinite(n))) continue;
      if (pools.length >= MOST) { left.add(object); continue; }
      const same = pools.filter((x) => x.kind === p.kind).length;
      pools.push({ id: same ? `${p.kind}-${same + 1}` : p.kind, object, kind: p.kind, family: p.family, numbers: p.numbers, read: () => { try { return p.read(); } catch { return null; } } });
    } catch { /* a proxy, a revoked object: none of ours */ }
  }
  pools.mariadbs = undefined;
  for (const p of pools) {
    const now = p.read();
    if (now) found.push([p.id, p.family, now]);
  }
  let workers = 0;
  for (const o of objects) {
    try { if (nameOf(o) === 'Worker' && number(own(o, 'threadId')) > 0) workers += 1; } catch { /* not one */ }
  }
  return JSON.stringify({ found, workers, left: left.size });
}
