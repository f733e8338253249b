import { folderOf } from './plan-fetches.ts';

export interface NamedContent {
  readonly url: string;
  /** SHA-256 in hex. */
  readonly content: string;
}

/** SHA-256 of nothing. Empty files are all alike: no sign that one became the other. */
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * Pairs what is gone with what is new by content, each at most once: by the same name in another folder first, then by
 * the same folder, then in order. Gives new URL -> old URL.
 */
export function findRenames(
  gone: readonly NamedContent[],
  appeared: readonly NamedContent[],
): ReadonlyMap<string, string> {
  const left = new Map<string, string[]>();
  for (const { url, content } of gone) {
    if (content !== nothing) left.set(content, [...(left.get(content) ?? []), url]);
  }
  const renames = new Map<string, string>();
  for (const agree of [sameName, sameFolder, () => true]) {
    for (const { url, content } of appeared) {
      const candidates = left.get(content);
      if (candidates === undefined || renames.has(url)) continue;
      const place = candidates.findIndex((candidate) => agree(candidate, url));
      const [old] = place < 0 ? [] : candidates.splice(place, 1);
      if (old !== undefined) renames.set(url, old);
    }
  }
  return renames;
}

function sameName(a: string, b: string): boolean {
  return a.slice(a.lastIndexOf('/')) === b.slice(b.lastIndexOf('/'));
}

function sameFolder(a: string, b: string): boolean {
  return folderOf(a) === folderOf(b);
}
