// Prototypes of pools that are no event emitters, those of Sequelize, and of what clients of Redis keep their commands in, where that is none: ioredis itself,
// which only has the methods of one; the lists of node-redis, its own since version 5, those of yallist in version 4. None where no such client is loaded, or where it was bundled with the application. Of what
// a file exports no getter is called.
(() => {
  'use strict';
  const load = process.getBuiltinModule || require;
  const { isProxy } = load('node:util').types;
  const cache = load('node:module')._cache;
  const own = (o, key) => {
    if ((typeof o !== 'object' && typeof o !== 'function') || o === null || isProxy(o)) return undefined;
    const d = Object.getOwnPropertyDescriptor(o, key);
    return d && d.value;
  };
  const files = Object.keys(cache);
  const exported = (end, names) => files.filter((f) => f.replaceAll('\\', '/').endsWith(end)).flatMap((f) => names(cache[f].exports));
  const ioredis = ['ioredis/built/Redis.js', 'ioredis/built/redis/index.js'].flatMap((end) => exported(end, (e) => [own(e, 'default')]));
  const lists = exported('@redis/client/dist/lib/client/linked-list.js', (e) => ['DoublyLinkedList', 'SinglyLinkedList'].map((name) => own(e, name)));
  const old = files.some((f) => f.includes('@redis')) && lists.length === 0;
  const others = old ? exported('yallist/yallist.js', (e) => [e]) : [];
  const pools = exported('sequelize-pool/lib/Pool.js', (e) => [own(e, 'Pool')]);
  return [...pools, ...ioredis, ...lists, ...others].filter((c) => typeof c === 'function').map((c) => own(c, 'prototype'));
})()
