/** What people call things elsewhere, and what they are called here. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  url: ['source', 'open'],
  start: ['source'],
  site: ['source'],
  title: ['name'],
  description: ['comment'],
  note: ['comment'],
  notes: ['comment'],
  maxdepth: ['depth'],
  levels: ['depth'],
  username: ['user'],
  account: ['user'],
  include: ['allow'],
  exclude: ['deny'],
  block: ['deny'],
  ignore: ['deny'],
  otherwise: ['default'],
  else: ['default'],
  goto: ['open'],
  visit: ['open'],
  page: ['open'],
  click: ['follow'],
  link: ['follow'],
  store: ['collect'],
  save: ['collect'],
  values: ['fill'],
  inputs: ['fill'],
  button: ['submit'],
  css: ['selector'],
  signin: ['login'],
  signout: ['logout'],
  loggedin: ['loggedInWhen'],
  logoff: ['logout'],
  donotfollow: ['neverFollow'],
  maxpages: ['pages'],
  maxbytes: ['bytes'],
  maxtime: ['time'],
  wait: ['delay'],
  pause: ['delay'],
  rate: ['requestsPerMinute'],
  threads: ['concurrency'],
  parallel: ['concurrency'],
  retries: ['attempts'],
  maxpagebytes: ['maxPageSize'],
  var: ['env'],
  variable: ['env'],
  path: ['file'],
};

/** `max-depth`, `max_depth` and `maxDepth` are one word. */
const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}$]/gu, '');

/** The known word that was probably meant, or null when none is near. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const wanted = plain(word);
  const synonym = otherWords[wanted]?.find((candidate) => known.includes(candidate));
  if (synonym !== undefined) return synonym;
  let best: string | null = null;
  // A third of the letters may be wrong; of a short word, one.
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, plain(candidate), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  // With every letter wrong it is another word.
  return bestDistance < wanted.length ? best : null;
}

/** Insertions, deletions, replacements, and two letters swapped. Gives up, with `limit`, on what is further apart. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(
        (last[j] ?? limit) + 1,
        (row[j - 1] ?? limit) + 1,
        (last[j - 1] ?? limit) + (same ? 0 : 1),
      );
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (beforeLast[j - 2] ?? limit) + 1);
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? limit;
}
