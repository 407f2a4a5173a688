// Where new objects are made, by V8's sampling of its heap, those included that were collected since: functions, each behind the one that calls it.
((inspector) => {
  'use strict';
  let session;
  // until it begins, and when it did
  let timer;
  let since;
  const post = (method, options) => {
    let result;
    // the answer comes before `post` is over: the session is one with its own thread
    session.post(method, options, (error, said) => { result = error ? undefined : said; });
    return result;
  };
  const leave = () => {
    clearTimeout(timer);
    since = undefined;
    // ends the sampling, too, where it is on
    if (session) session.disconnect();
    session = undefined;
  };
  return {
    leave,
    // A sample for each so many bytes, so many milliseconds from here on.
    begin(bytes, after) {
      leave();
      session = new inspector.Session();
      session.connect();
      // V8 samples for one only: where somebody else has it on, it stays his
      const taken = () => post('HeapProfiler.getSamplingProfile') !== undefined;
      const flags = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
      const start = () => {
        try {
          if (taken() || post('HeapProfiler.startSampling', { samplingInterval: bytes, ...flags }) === undefined) leave();
          else since = performance.now();
        } catch {
          leave();
        }
      };
      if (taken()) leave();
      else if (after > 0) timer = setTimeout(start, after).unref();
      else start();
      return session !== undefined;
    },
    // For how many milliseconds it was on, and a list: place of the caller in the list (-1: none), function, file, line and column (from 0 on), bytes, samples.
    end() {
      const ms = since === undefined ? 0 : performance.now() - since;
      const said = ms > 0 ? post('HeapProfiler.stopSampling') : undefined;
      leave();
      if (!said) return JSON.stringify([0, []]);
      const samples = new Map();
      for (const s of said.profile.samples) samples.set(s.nodeId, (samples.get(s.nodeId) || 0) + 1);
      const list = [];
      const open = said.profile.head.children.map((node) => [node, -1]);
      while (open.length > 0) {
        const [node, caller] = open.pop();
        const { functionName, url, lineNumber, columnNumber } = node.callFrame;
        list.push([caller, functionName, url, lineNumber, columnNumber, node.selfSize, samples.get(node.id) || 0]);
        for (const child of node.children) open.push([child, list.length - 1]);
      }
      return JSON.stringify([ms, list]);
    },
  };
})
