import type { Judgement } from './judge.ts';
import type { Look } from './look.ts';
import { isTime } from './oracle.ts';
import { difference, tally } from './tally.ts';

/** An address that cannot exist, in the same folder. */
export function unknownSibling(url: string): string {
  const sibling = new URL(url);
  const [, folder = '/', ending = ''] = /^(.*\/)[^/]*?(\.\w+)?$/.exec(sibling.pathname) ?? [];
  sibling.pathname = `${folder}qwyxjkvbz${ending}`;
  return sibling.href;
}

/** Whether two looks show the same words, but for those of their addresses, links and times. */
export function showTheSame(one: Look, other: Look, addresses: readonly string[]): boolean {
  const named = new Set(addresses.join(' ').match(/[\p{L}\p{N}]+/gu));
  const counts = [one, other].map(({ pages }) =>
    tally((pages[0] ?? []).filter((word) => !/^[→▣]/u.test(word) && !isTime(word) && !named.has(word))),
  );
  const [first, second] = counts;
  return (
    first !== undefined && second !== undefined && first.size > 0 && difference(first, second).size === 0
  );
}

/**
 * A page with status 200 that shows what any unknown address shows is gone for one reader and emptied for another: where the
 * tracker says that it is missing, the oracle has no say.
 */
export async function withoutUnknownAddresses(
  judgement: Judgement,
  look: (addresses: readonly string[]) => Promise<ReadonlyMap<string, Look>>,
): Promise<Judgement> {
  const reported = judgement.false.filter(({ page }) => page?.flag === 'MIS').map(({ url }) => url);
  if (reported.length === 0) return judgement;
  const looks = await look([...reported, ...reported.map(unknownSibling)]);
  const isUnknown = (url: string) => {
    const [own, unknown] = [looks.get(url), looks.get(unknownSibling(url))];
    if (own?.status !== 'good' || unknown?.status !== 'good') return false;
    return showTheSame(own, unknown, [url, unknownSibling(url)]);
  };
  const unknown = new Set(reported.filter(isUnknown));
  return {
    ...judgement,
    judged: judgement.judged - unknown.size,
    false: judgement.false.filter(({ url }) => !unknown.has(url)),
    doubtful: [
      ...judgement.doubtful,
      ...[...unknown].map((url) => `${url}: MIS; it shows what unknown addresses show`),
    ],
  };
}
