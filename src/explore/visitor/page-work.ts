/** Work that is started repeatedly, by itself or by the same lines, is activity that goes on by itself: it is not waited for. */
const mostInARow = 3;
const mostOfAKind = 8;
/** An animation that is longer goes on by itself. Frames are counted, not time: on a busy machine they come later. */
const mostFramesInARow = 90;
/** Idle callbacks run after this time at the latest: a busy machine may have no idle moment for a long time. */
const longestIdleMs = 200;
/** So does one whose lines ran this often, and what was computed this often. */
const mostFramesOfAKind = 300;
const mostComputed = 200;
/** A worker that takes longer to answer a message may never do so; it is not waited for again. */
const longestAnswerMs = 3000;

/**
 * Runs in a page before its own scripts and counts what they have begun and not ended: timers that are about to fire, animation frames, idle
 * callbacks, tasks, messages to workers, and what the browser computes for them. A dialog that closes after a short animation, a search that
 * starts after a pause in typing, an answer of a worker: a page with such work is not quiet yet. Longer timers than `longestTimerMs` belong to
 * activity that the page starts by itself.
 */
export const countWork = (longestTimerMs: number): string => `(() => {
  const global = globalThis;
  const pending = new Set();
  const kinds = new Map();
  /** How many callbacks began one another until the one that runs. */
  let row = 0;
  let frame = 0;
  const running = (own, callback) => function (...passed) {
    const [outer, outerFrame] = [row, frame];
    [row, frame] = own;
    try { return callback.apply(this, passed); } finally { [row, frame] = [outer, outerFrame]; }
  };
  const isOnce = (callback, most = ${mostInARow}) => {
    const kind = String(callback);
    const count = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, count);
    return typeof callback === 'function' && row + 1 <= most && count <= ${mostOfAKind};
  };
  /** Wraps a function that begins a callback and answers its number, and the one that ends it. */
  const counted = (name, ending, isWaitedFor, nextOf) => {
    const [start, stop] = [global[name], global[ending]];
    if (typeof start !== 'function') return;
    const own = { [name](callback, ...given) {
      if (!isWaitedFor(callback, ...given)) return start.call(global, callback, ...given);
      const next = nextOf();
      const begun = Symbol();
      pending.add(begun);
      const run = running(next, callback);
      const id = start.call(global, function (...passed) {
        pending.delete(begun);
        ids.delete(id);
        return run.apply(this, passed);
      }, ...given);
      ids.set(id, begun);
      return id;
    } };
    const ids = new Map();
    global[name] = own[name];
    global[ending] = { [ending](id) {
      pending.delete(ids.get(id));
      ids.delete(id);
      return stop.call(global, id);
    } }[ending];
  };
  counted('setTimeout', 'clearTimeout', (callback, delay) => !(delay > ${longestTimerMs}) && isOnce(callback), () => [row + 1, frame]);
  counted('requestAnimationFrame', 'cancelAnimationFrame', (callback) => {
    const kind = 'frame ' + callback;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    return typeof callback === 'function' && frame < ${mostFramesInARow} && kinds.get(kind) <= ${mostFramesOfAKind};
  }, () => [row, frame + 1]);
  const { requestIdleCallback: whenIdle } = global;
  if (typeof whenIdle === 'function')
    global.requestIdleCallback = function requestIdleCallback(callback, options) {
      return whenIdle.call(global, callback, { timeout: Math.min(options?.timeout || Infinity, ${longestIdleMs}) });
    };
  counted('requestIdleCallback', 'cancelIdleCallback', (callback) => isOnce(callback), () => [row + 1, frame]);
  let computed = 0;
  /** Wraps functions that answer with a promise. */
  const promised = (owner, names) => {
    for (const name of names) {
      const start = owner?.[name];
      if (typeof start !== 'function') continue;
      owner[name] = { [name](...given) {
        const answer = start.apply(this, given);
        if (typeof answer?.then !== 'function' || ++computed > ${mostComputed}) return answer;
        const begun = Symbol();
        pending.add(begun);
        const end = () => pending.delete(begun);
        answer.then(end, end);
        return answer;
      } }[name];
    }
  };
  promised(global.SubtleCrypto?.prototype, 'encrypt decrypt sign verify digest generateKey deriveKey deriveBits importKey exportKey wrapKey unwrapKey'.split(' '));
  promised(global.WebAssembly, ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']);
  promised(global, ['createImageBitmap']);
  const scheduler = global.Scheduler?.prototype;
  if (typeof scheduler?.postTask === 'function') {
    const { postTask } = scheduler;
    scheduler.postTask = function (callback, options) {
      if (options?.delay > ${longestTimerMs} || !isOnce(callback)) return postTask.call(this, callback, options);
      const begun = Symbol();
      pending.add(begun);
      const answer = postTask.call(this, running([row + 1, frame], callback), options);
      const end = () => pending.delete(begun);
      answer.then(end, end);
      return answer;
    };
  }
  const worker = global.Worker?.prototype;
  if (worker !== undefined) {
    const { postMessage } = worker;
    const later = global.setTimeout;
    const silent = new WeakSet();
    const asked = new WeakMap();
    worker.postMessage = function (...given) {
      if (!asked.has(this)) {
        const waiting = new Set();
        asked.set(this, waiting);
        // Whatever it answers, it has heard what was said before.
        const end = () => { for (const each of waiting) pending.delete(each); waiting.clear(); };
        for (const event of ['message', 'messageerror', 'error']) this.addEventListener(event, end);
      }
      if (!silent.has(this)) {
        const begun = Symbol();
        pending.add(begun);
        asked.get(this).add(begun);
        later.call(global, () => { if (pending.delete(begun)) silent.add(this); }, ${longestAnswerMs});
      }
      return postMessage.apply(this, given);
    };
  }
  Object.defineProperty(global, Symbol.for('tidemark.work'), { value: () => pending.size });
})()`;

/** How much a page has begun and not ended. */
export const pendingWork = `globalThis[Symbol.for('tidemark.work')]?.() ?? 0`;
