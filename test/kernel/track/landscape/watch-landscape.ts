import type { Report } from '../judge.ts';
import type { Flag } from '../site/truth.ts';
import type { Tracker } from '../tracker.ts';
import { type JudgedVisit, judgeVisit, type Said } from './judge-landscape.ts';
import type { Site } from './landscape.ts';
import { serveLandscape } from './serve-landscape.ts';

const verdictOf: Readonly<Record<Flag, Said['verdict']>> = {
  NEW: 'new',
  SAM: 'same',
  UPD: 'changed',
  MIS: 'gone',
  ERR: 'failed',
};

const targetOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

/** The words that went and came, as a person would mark them. */
function inShort({ flag, area, words }: Report['groups'][number]['changes'][number]): string {
  const marked = (words as readonly { readonly kind: string; readonly text: string }[]).map(
    ({ kind, text }) =>
      kind === 'removed' ? `[-${text}-]` : kind === 'added' ? `{+${text}+}` : text.slice(-20),
  );
  return `<${flag} ${area}: ${marked.join('')}>`;
}

/** What a report says, with the words of its groups of changes. */
function saidIn({ pages, groups }: Report): readonly Said[] {
  return pages.map(({ url, flag, reason }) => {
    const told = groups
      .filter((group) => group.pages.some((page) => page.url === url))
      .flatMap(({ changes }) => changes.map(inShort));
    return {
      address: targetOf(url),
      verdict: verdictOf[flag],
      reason: [reason, ...told].join(' ').slice(0, 500),
    };
  });
}

/** Visits a site as often as it has visits. The result covers the second and all further ones. */
export async function watchLandscape(
  site: Site,
  openTracker: (now: () => number) => Promise<Tracker>,
): Promise<readonly JudgedVisit[]> {
  const served = await serveLandscape(site);
  const tracker = await openTracker(() => served.now());
  try {
    const visits: JudgedVisit[] = [];
    await tracker.track(`${served.origin}/`);
    visits.push(judgeVisit(served, 1, saidIn(await tracker.report())));
    while (served.advance()) {
      await tracker.track(null);
      visits.push(judgeVisit(served, visits.length + 1, saidIn(await tracker.report())));
    }
    return visits;
  } finally {
    await tracker.close();
    await served.close();
  }
}
