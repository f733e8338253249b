import type { CDPSession } from 'playwright-core';

/** The kinds of events for which scripts listen on an element. */
type AwaitedDeed = 'press' | 'key' | 'pointing' | 'input';

const kinds: Readonly<Record<AwaitedDeed, readonly string[]>> = {
  press: ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart', 'touchend'],
  key: ['keydown', 'keyup', 'keypress'],
  pointing: ['mouseenter', 'mouseover', 'pointerenter', 'pointerover'],
  input: ['change', 'input'],
};

/** Most elements whose listeners are read one by one. */
const mostElements = 1500;

/** The debugger's ids of elements, by the kind of event for which scripts listen. */
type ListeningElements = Readonly<Record<AwaitedDeed, readonly number[]>>;

/** Finds the elements of a page on which its scripts listen. */
export async function listeningElements(session: CDPSession): Promise<ListeningElements> {
  const group = 'tidemark-listeners';
  const found = {
    press: new Set<number>(),
    key: new Set<number>(),
    pointing: new Set<number>(),
    input: new Set<number>(),
  };
  const all = Object.entries(kinds) as [AwaitedDeed, readonly string[]][];
  try {
    const { result } = await session.send('Runtime.evaluate', { expression: 'document', objectGroup: group });
    const { objectId } = result;
    const { listeners } =
      objectId === undefined
        ? { listeners: [] }
        : await session.send('DOMDebugger.getEventListeners', { objectId, depth: -1, pierce: true });
    for (const { type, backendNodeId } of listeners)
      for (const [kind, types] of all)
        if (backendNodeId !== undefined && types.includes(type)) found[kind].add(backendNodeId);
    for (const [kind, types] of all)
      for (const id of await delegated(session, delegatedTo(types), group)) found[kind].add(id);
  } finally {
    await session.send('Runtime.releaseObjectGroup', { objectGroup: group });
  }
  const ids = (kind: AwaitedDeed) => [...found[kind]].slice(0, mostElements);
  return { press: ids('press'), key: ids('key'), pointing: ids('pointing'), input: ids('input') };
}

/**
 * React and Svelte listen at the root and keep the handlers at each element, in properties that only the page's own world shows; jQuery
 * keeps selectors. The result is an array of elements.
 */
const delegatedTo = (types: readonly string[]) => `(() => {
  const types = ${JSON.stringify(types)};
  const found = [];
  const isHandled = (element) => Reflect.ownKeys(element).some((key) => {
    if (typeof key === 'symbol')
      return key.description === 'events' && types.some((type) => element[key]?.[type] !== undefined);
    if (key.startsWith('__reactProps$')) return Object.entries(element[key] ?? {}).some(([name, handler]) =>
      typeof handler === 'function' && types.includes(name.replace(/^on|Capture$/g, '').toLowerCase()));
    return key.startsWith('__') && types.includes(key.slice(2));
  });
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (found.length >= ${mostElements}) return;
      if (isHandled(element)) found.push(element);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  try {
    walk(document);
    for (const root of [document, document.body]) {
      const events = globalThis.jQuery?._data?.(root, 'events') ?? {};
      for (const type of types)
        for (const { selector } of events[type] ?? [])
          if (selector) found.push(...globalThis.jQuery(selector).toArray().slice(0, 200));
    }
  } catch {}
  return found;
})()`;

async function delegated(session: CDPSession, expression: string, group: string): Promise<readonly number[]> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    objectGroup: group,
  });
  if (exceptionDetails !== undefined || result.objectId === undefined) return [];
  const { result: entries } = await session.send('Runtime.getProperties', {
    objectId: result.objectId,
    ownProperties: true,
  });
  const ids: number[] = [];
  for (const { name, value } of entries) {
    if (!/^\d+$/.test(name) || value?.objectId === undefined || value.subtype !== 'node') continue;
    const { node } = await session.send('DOM.describeNode', { objectId: value.objectId });
    ids.push(node.backendNodeId);
  }
  return ids;
}
