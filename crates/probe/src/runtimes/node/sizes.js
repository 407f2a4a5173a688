// Tells the sizes of connection pools that pools.js has found, [id, largest, open]; makes `wanted`, [id, largest], the size of one of them before. Idle
// connections beyond a smaller size are closed by the library's own method; those that are busy stay, and are used on. Of several pools of a kind
// nothing is told: they are numbered in the order in which the heap gives them, and that may change. Nor of one whose methods are not known.
(pools, wanted) => {
  'use strict';
  // of the object or of what it inherits from: a getter is no method
  const has = (o, method) => {
    for (let at = o; at !== null; at = Object.getPrototypeOf(at)) {
      const d = Object.getOwnPropertyDescriptor(at, method);
      if (d) return typeof d.value === 'function';
    }
    return false;
  };
  const known = { pg: (o) => has(o, '_remove'), mysql2: () => true };
  const alone = (p) => !pools.some((x) => x !== p && x.kind === p.kind);
  const sized = pools.filter((p) => p.family === 'pool' && alone(p) && known[p.kind]?.(p.object));
  const setters = {
    pg: (o, largest) => {
      o.options.max = largest;
      for (let n = o._clients.length - largest; n > 0 && o._idle.length > 0; n -= 1) o._remove(o._idle[o._idle.length - 1].client);
    },
    mysql2: (o, largest) => {
      o.config.connectionLimit = largest;
      const free = o._freeConnections;
      for (let n = o._allConnections.length - largest; n > 0 && free.length > 0; n -= 1) {
        (typeof free.get === 'function' ? free.get(0) : free[0]).destroy();
      }
    },
  };
  if (wanted) {
    const [id, largest] = wanted;
    const one = sized.find((p) => p.id === id);
    if (!one) throw new Error('there is none of this name any more, or there are several of its kind now');
    setters[one.kind](one.object, largest);
  }
  return JSON.stringify(sized.map((p) => { const [, , open, largest] = p.read(); return [p.id, largest, open]; }));
}
