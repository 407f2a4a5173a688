// Keeps, of many event emitters, those that are connection pools, clients of a store, or HTTP clients with a limit of connections, and how to read them:
// [borrowed, waiting, open, largest, statements in flight]. Told by the fields they own, so that bundled and renamed copies count too; no getter of the
// application is called, and no option but a size is read.
(objects, pools) => {
  'use strict';
  const own = (o, key) => {
    const d = Object.getOwnPropertyDescriptor(o, key);
    return d && 'value' in d ? d.value : undefined;
  };
  const is = (o) => typeof o === 'object' && o !== null;
  const atWork = { pg: (c) => own(c, '_connected') === true && own(c, 'readyForQuery') === false, mysql2: (c) => is(own(c, '_command')) };
  // node-postgres: also the pool inside Prisma's adapter and TypeORM on top of it
  const pg = (o) => {
    const [clients, idle, queue, options] = ['_clients', '_idle', '_pendingQueue', 'options'].map((k) => own(o, k));
    if (!Array.isArray(clients) || !Array.isArray(idle) || !Array.isArray(queue) || !is(options)) return null;
    const read = () => {
      // arrays are replaced when a client leaves
      const all = own(o, '_clients');
      return [all.length - own(o, '_idle').length, own(o, '_pendingQueue').length, all.length, Number(own(options, 'max')), all.filter(atWork.pg).length];
    };
    return { kind: 'pg', family: 'pool', read };
  };
  const mysql2 = (o) => {
    const [all, free, queue, config] = ['_allConnections', '_freeConnections', '_connectionQueue', 'config'].map((k) => own(o, k));
    if (![all, free, queue, config].every(is) || typeof all.length !== 'number') return null;
    const at = (i) => (typeof all.get === 'function' ? all.get(i) : all[i]);
    const read = () => {
      let running = 0;
      for (let i = 0; i < all.length; i += 1) if (atWork.mysql2(at(i))) running += 1;
      return [all.length - free.length, queue.length, all.length, Number(own(config, 'connectionLimit')), running];
    };
    return { kind: 'mysql2', family: 'pool', read };
  };
  // Knex: single connections of the drivers in a pool of tarn, which is no event emitter but known to one
  const knex = (o) => {
    const pool = own(o, 'pool');
    if (!is(pool)) return null;
    const lists = () => ['used', 'free', 'pendingAcquires'].map((k) => own(pool, k));
    if (!lists().every(Array.isArray) || !Array.isArray(own(pool, 'pendingCreates'))) return null;
    const running = (r) => { const c = own(r, 'resource'); return is(c) && (atWork.pg(c) || atWork.mysql2(c)); };
    const read = () => {
      const [used, free, waiting] = lists();
      return [used.length, waiting.length, used.length + free.length, Number(own(pool, 'max')), used.filter(running).length];
    };
    return { kind: 'knex', family: 'pool', object: pool, read };
  };
  const ioredis = (o) => {
    const [commands, offline] = ['commandQueue', 'offlineQueue'].map((k) => own(o, k));
    if (!is(commands) || !is(offline) || typeof commands.length !== 'number') return null;
    return { kind: 'ioredis', family: 'client', read: () => [0, own(o, 'offlineQueue').length, 1, 1, own(o, 'commandQueue').length] };
  };
  const sum = (lists) => Object.values(lists).reduce((n, l) => n + l.length, 0);
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
    if (![queued, clients, most].every(Boolean) || !Array.isArray(own(o, clients)) || !(own(o, most) > 0)) return null;
    return { kind: 'undici-pool', family: 'http', read: () => [0, own(o, queued), own(o, clients).length, own(o, most), 0] };
  };
  // node-redis keeps its commands in lists that are no event emitters: they are looked for by themselves, and counted together. Yallist is used by others too:
  // what waits for its answer has somebody to give it to.
  const lists = objects.filter((o) => { try { return /^((Doubly|(EmptyAware)?Singly)LinkedList|Yallist)$/.test(o.constructor.name); } catch { return false; } });
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
  for (const o of objects) {
    try {
      const p = pg(o) || mysql2(o) || knex(o) || ioredis(o) || agent(o) || undici(o);
      if (!p || pools.length >= 16) continue;
      const object = p.object || o;
      if (pools.some((x) => x.object === object)) continue;
      const first = p.read();
      if (!first.every((n) => Number.isFinite(n))) continue;
      const same = pools.filter((x) => x.kind === p.kind).length;
      pools.push({ id: same ? `${p.kind}-${same + 1}` : p.kind, object, kind: p.kind, family: p.family, read: () => { try { return p.read(); } catch { return null; } } });
    } catch { /* a proxy, a revoked object: none of ours */ }
  }
  for (const p of pools) found.push([p.id, p.family, p.read()]);
  let workers = 0;
  for (const o of objects) {
    try { if (o.constructor && o.constructor.name === 'Worker' && own(o, 'threadId') > 0) workers += 1; } catch { /* not one */ }
  }
  return JSON.stringify({ found, workers });
}
