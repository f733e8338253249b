/**
 * Keeps what is made of pages. One exploration reads most pages once and needs none; when recorded pages are explored again with thousands of settings,
 * reading them is most of the work. What is made must depend on nothing but the keys; objects are the same when they are identical.
 */
export interface Memory {
  of<T>(what: string, keys: readonly (object | string)[], make: () => T): T;
}

export const noMemory: Memory = { of: (_what, _keys, make) => make() };

/** Keeps everything for as long as it lives itself. */
export class LastingMemory implements Memory {
  readonly #root = new Map<object | string, unknown>();

  of<T>(what: string, keys: readonly (object | string)[], make: () => T): T {
    let level = this.#level(this.#root, what);
    for (const key of keys.slice(0, -1)) level = this.#level(level, key);
    const last = keys.at(-1) ?? '';
    if (!level.has(last)) level.set(last, make());
    return level.get(last) as T;
  }

  #level(level: Map<object | string, unknown>, key: object | string): Map<object | string, unknown> {
    let next = level.get(key) as Map<object | string, unknown> | undefined;
    if (next === undefined) {
      next = new Map();
      level.set(key, next);
    }
    return next;
  }
}
