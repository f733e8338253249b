import { isAlias, isMap, isNode, isSeq, type Node, type YAMLMap } from 'yaml';
import { getOrInsert } from '../../../base/index.ts';
import type { FilePath } from '../problems/project-file-error.ts';
import type { YamlFile } from './read-yaml.ts';

/** Where in the text something is. */
interface Place {
  readonly offset: number;
  readonly length: number;
}

/** The place of a value; of its key when the value is empty or missing; of the map around it when both are missing. */
export function placeOfValue(file: YamlFile, path: FilePath): Place {
  const found = walk(file, path);
  const node = found.value ?? found.key;
  return placeOf(node !== null && isEmpty(node) ? (found.key ?? node) : node);
}

/** The place of the last key of a path. */
export function placeOfKey(file: YamlFile, path: FilePath): Place {
  const { key, value } = walk(file, path);
  return placeOf(key ?? value);
}

interface Found {
  readonly key: Node | null;
  readonly value: Node | null;
}

/** Follows the path as far as the file does. */
function walk({ document }: YamlFile, path: FilePath): Found {
  let found: Found = { key: null, value: document.contents };
  for (const part of path) {
    const inner = isAlias(found.value) ? null : child(found.value, part);
    if (inner === null) return found.key === null ? found : { key: found.key, value: null };
    found = inner;
  }
  return found;
}

function child(node: Node | null, part: string | number): Found | null {
  if (isMap(node)) return pairsOf(node).get(String(part)) ?? null;
  if (!isSeq(node) || typeof part !== 'number') return null;
  const item = node.items[part];
  return isNode(item) ? { key: null, value: item } : null;
}

/** Cached for each map, because each wrong key of a file is looked up. */
const knownPairs = new WeakMap<YAMLMap, ReadonlyMap<string, Found>>();

function pairsOf(map: YAMLMap): ReadonlyMap<string, Found> {
  return getOrInsert(knownPairs, map, () => {
    const pairs = map.items.flatMap(({ key, value }): [string, Found][] =>
      isNode(key) ? [[String(key.toJSON()), { key, value: isNode(value) ? value : null }]] : [],
    );
    return new Map(pairs);
  });
}

const isEmpty = (node: Node): boolean =>
  node.range === undefined || node.range === null || node.range[0] === node.range[1];

function placeOf(node: Node | null): Place {
  const [from, to] = node?.range ?? [0, 1];
  return { offset: from, length: Math.max(1, to - from) };
}
