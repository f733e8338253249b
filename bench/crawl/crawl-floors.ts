import type { Figure } from '../figure.ts';
import type { Contender } from './contender.ts';
import type { CrawlFigures } from './measure-crawl.ts';
import { median } from './median.ts';

/** How many times faster than a peer Tidemark must be, and how many times it should be. */
const demands: Readonly<Record<string, { readonly floor?: number; readonly wanted?: number }>> = {
  wget2: { wanted: 1 },
  wget: { floor: 1 },
  'Scrapy, tuned': { floor: 10, wanted: 15 },
  'Crawlee HttpCrawler': { floor: 10, wanted: 15 },
};

/** A contender's crawls, one in each round. */
export interface Series {
  readonly contender: Contender;
  readonly rounds: readonly CrawlFigures[];
}

export const isComplete = ({ rounds }: Series) =>
  rounds.length > 0 && rounds.every(({ fetched }) => fetched.missing === 0);

/** Ratios of Tidemark to its peers. A peer that did not run, or missed a part of the site, is a floor that is not met. */
export function crawlFloors(subject: Series, peers: readonly Series[]): readonly Figure[] {
  return peers.flatMap((peer) => {
    const { floor, wanted } = demands[peer.contender.name] ?? {};
    const figures: Figure[] = [];
    if (floor !== undefined) figures.push(ratioFigure(subject, peer, floor, ''));
    if (wanted !== undefined) figures.push(ratioFigure(subject, peer, wanted, ' (wanted)'));
    return figures;
  });
}

function ratioFigure(subject: Series, peer: Series, atLeast: number, kind: string): Figure {
  const common = { name: `Tidemark / ${peer.contender.name}${kind}`, unit: 'times', floor: { atLeast } };
  const { missing } = peer.contender;
  if (peer.rounds.length === 0)
    return { ...common, value: 0, note: `not run: ${missing ?? 'left out by --only'}` };
  if (!isComplete(peer) || !isComplete(subject))
    return { ...common, value: 0, note: 'a crawl was not complete' };
  const ratios = ratiosByRound(subject, peer);
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  return { ...common, value: median(ratios), note: `median of ${ratios.length} rounds, ${range}` };
}

/** Only crawls of the same round are compared: the load differs between rounds. */
export function ratiosByRound(subject: Series, peer: Series): readonly number[] {
  return peer.rounds.map(
    ({ pagesPerSecond }, round) => (subject.rounds[round]?.pagesPerSecond ?? 0) / pagesPerSecond,
  );
}
