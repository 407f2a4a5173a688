// Calls of a watched Node process to others, by what they ask for: method, host, and the path with {id} for all that is no word in small letters, or is one of
// many in its place. A call is timed until the end of its answer; one that ends without an answer has status 0. One without a body is held against the one
// before, whose head is kept for that. Nothing here may fail: a call of which something cannot be read is not counted.
((clock, getHeader) => {
  'use strict';
  const MOST = 100;
  const MOST_PLACES = 500;
  const MOST_WORDS = 20;
  const MOST_SAID = 4096;
  const endpoints = new Map();
  const places = new Map();
  const asked = new Map();
  const plain = /^(?:[a-z][a-z._-]{0,23}|v\d{1,2})$/;
  // a piece of a text keeps the whole of it in memory
  const copy = (s) => Buffer.from(s).toString();
  const word = (place, s) => {
    if (s === '') return s;
    if (!plain.test(s)) return '{id}';
    let words = places.get(place);
    if (words === undefined) {
      if (places.size >= MOST_PLACES) return '{id}';
      places.set(copy(place), words = new Set());
    }
    if (words.size < MOST_WORDS) words.add(copy(s));
    return words.has(s) ? s : '{id}';
  };
  const template = (host, path) => {
    const end = path.search(/[?#]/);
    let t = '';
    for (const s of path.slice(1, end < 0 ? 500 : Math.min(end, 500)).split('/')) t += `/${word(host + t, s)}`;
    return t;
  };
  const known = (key) => {
    let e = endpoints.get(key);
    if (e === undefined) endpoints.set(copy(key), e = { ms: 0, statuses: new Map(), compared: 0, repeated: 0, asked: false, said: undefined });
    return e;
  };
  // what differs from call to call whatever is asked: ids of traces and requests, and the time
  const ofTheCall = /^(?:b3|date|sentry-trace|traceparent|tracestate|uber-trace-id|x-amzn-trace-id|x-b3-[^:]*|x-cloud-trace-context|x-datadog-[^:]*|x-request-id):.*$/gim;
  const hasBody = /^(?:content-length: *[1-9]|transfer-encoding:)/im;
  // all that a call without a body says: its line and its headers, as they are sent
  const saidBy = (call, origin) => {
    let head;
    if (origin === undefined) head = call._header;
    else if (call.body === null || call.body === undefined) {
      const all = call.headers;
      const lines = Array.isArray(all) ? all.map((h, i) => (i % 2 ? `: ${h}\r\n` : h)).join('') : all;
      if (typeof lines === 'string') head = `${call.path}\r\n${lines}`;
    }
    return typeof head === 'string' && head.length <= MOST_SAID && !hasBody.test(head) ? head.replace(ofTheCall, '') : undefined;
  };
  // of a call with a body nobody knows whether it says the same: it counts as one that does not
  const compare = (e, said) => {
    if (e.asked) {
      e.compared += 1;
      if (said !== undefined && e.said === said) e.repeated += 1;
    }
    e.asked = true;
    e.said = said;
  };
  const whole = (r) => r.completed === true || (r.res ? r.res.complete : false);
  const end = (call, failed) => {
    const o = asked.get(call);
    if (o === undefined) return;
    asked.delete(call);
    // an answer that was cut off is none; a refusal is one all the same
    const status = failed && o.status < 400 ? 0 : o.status;
    o.e.ms += clock() - o.at;
    o.e.statuses.set(status, (o.e.statuses.get(status) || 0) + 1);
  };
  const status = (call, code) => {
    const o = asked.get(call);
    if (o !== undefined && Number.isInteger(code) && code >= 0 && code < 1000) o.status = code;
  };
  return {
    ask(call, origin) {
      try {
        const { method, path } = call;
        const head = origin === undefined ? getHeader.call(call, 'host') || call.host : String(origin).replace(/^\w+:\/\//, '');
        if (typeof method !== 'string' || typeof path !== 'string' || typeof head !== 'string' || whole(call)) return;
        const host = head.slice(0, 200);
        let key = `${method} ${host} ${template(host, path)}`;
        if (endpoints.size >= MOST && !endpoints.has(key)) key = '* * /';
        const e = known(key);
        asked.set(call, { e, at: clock(), status: 0 });
        if (key !== '* * /') compare(e, saidBy(call, origin));
        // its answer may begin before all of it is sent
        if (call.res) status(call, call.res.statusCode);
      } catch { /* not counted */ }
    },
    // from the end of the client's own queue on
    sent(call) {
      const o = asked.get(call);
      if (o !== undefined) o.at = clock();
    },
    status,
    end,
    // those that ended without a word
    prune() {
      for (const call of asked.keys()) if (whole(call) || call.destroyed || call.aborted === true) end(call, !whole(call));
    },
    clear() {
      asked.clear();
      places.clear();
      for (const e of endpoints.values()) { e.asked = false; e.said = undefined; }
    },
    read: () => [...endpoints].map(([key, e]) => [key, e.ms, [...e.statuses], e.compared, e.repeated]),
  };
})
