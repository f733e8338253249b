/** Timers that are longer belong to what the page does by itself. */
const longestMs = 1000;
/** So do those that are started over and over, by each other or by the same lines. */
const mostInARow = 3;
const mostOfAKind = 8;

/**
 * Runs in a page before its own scripts and counts timers that will soon run out: a dialog that closes after a short animation, a search that starts
 * when nobody has typed for a while. A page with one is not quiet yet.
 */
export const countTimers = `(() => {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const pending = new Set();
  const kinds = new Map();
  let row = 0;
  globalThis.setTimeout = function setTimeout(handler, delay, ...given) {
    const own = row + 1;
    const kind = String(handler);
    const count = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, count);
    const isWaitedFor = !(delay > ${longestMs}) && own <= ${mostInARow} && count <= ${mostOfAKind};
    if (typeof handler !== 'function' || !isWaitedFor) return start.call(globalThis, handler, delay, ...given);
    const id = start.call(globalThis, function (...passed) {
      pending.delete(id);
      const outer = row;
      row = own;
      try { return handler.apply(this, passed); } finally { row = outer; }
    }, delay, ...given);
    pending.add(id);
    return id;
  };
  globalThis.clearTimeout = function clearTimeout(id) {
    pending.delete(id);
    return stop.call(globalThis, id);
  };
  Object.defineProperty(globalThis, Symbol.for('tidemark.timers'), { value: () => pending.size });
})()`;

export const pendingTimers = `globalThis[Symbol.for('tidemark.timers')]?.() ?? 0`;
