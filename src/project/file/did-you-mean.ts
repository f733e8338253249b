import { editDistance } from '../../base/index.ts';

/** Names that people know from elsewhere, and what those things are called here. */
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

/** `max-depth`, `max_depth` and `maxDepth` are the same word. */
const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}$]/gu, '');

/** The known word that was probably meant; null when none is close. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const wanted = plain(word);
  // Inherited properties, such as `constructor`, are not words of the table.
  const others = Object.hasOwn(otherWords, wanted) ? otherWords[wanted] : undefined;
  const synonym = others?.find((candidate) => known.includes(candidate));
  if (synonym !== undefined) return synonym;
  let best: string | null = null;
  // A third of the letters may be wrong; of a short word, one.
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, plain(candidate), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  // With every letter wrong it is a different word.
  return bestDistance < wanted.length ? best : null;
}
