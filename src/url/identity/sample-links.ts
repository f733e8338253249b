/** Enough links to see what is volatile; a longer list says the same more often. */
export const SAMPLE = 400;

/**
 * A sample of two long lists in which both links of a pair are chosen or neither is. Links are chosen by a hash of
 * the words that both lists know: what only one list has, such as a session id, has no say. Short lists stay whole.
 */
export function sampleLinks(
  a: readonly string[],
  b: readonly string[],
): { readonly a: readonly string[]; readonly b: readonly string[] } {
  const every = Math.ceil(Math.max(a.length, b.length) / SAMPLE);
  if (every <= 1) return { a, b };
  const wordsA = a.map(wordHashes);
  const wordsB = b.map(wordHashes);
  const [knownA, knownB] = [allOf(wordsA), allOf(wordsB)];
  const chosen = (words: readonly number[]) => {
    let key = 0;
    for (const word of words) if (knownA.has(word) && knownB.has(word)) key = (Math.imul(key, 31) + word) | 0;
    return spread(key) % every === 0;
  };
  return { a: a.filter((_, i) => chosen(wordsA[i] ?? [])), b: b.filter((_, i) => chosen(wordsB[i] ?? [])) };
}

function allOf(lists: readonly (readonly number[])[]): ReadonlySet<number> {
  const all = new Set<number>();
  for (const list of lists) for (const word of list) all.add(word);
  return all;
}

/** A 31-bit hash of each run of letters and digits. */
function wordHashes(url: string): readonly number[] {
  const hashes: number[] = [];
  let hash = 0;
  let length = 0;
  for (let i = 0; i <= url.length; i++) {
    const code = i < url.length ? url.charCodeAt(i) : 0;
    if ((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)) {
      hash = (Math.imul(hash, 31) + code) | 0;
      length++;
    } else if (length > 0) {
      hashes.push(hash & 0x7fffffff);
      hash = 0;
      length = 0;
    }
  }
  return hashes;
}

/** Neighbouring keys must not fall into neighbouring classes. */
function spread(key: number): number {
  return Math.imul(key ^ (key >>> 15), 0x2c1b3c6d) >>> 8;
}
