import type { ClusterForChaos } from './cluster-for-chaos.ts';
import type { Asked } from './watched-site.ts';

/** A time without a request of a project that was not done. Milliseconds since 1970. */
export interface Silence {
  readonly project: string;
  readonly from: number;
  readonly to: number;
}

export const lengthOf = ({ from, to }: Silence): number => to - from;

/** The longest time without a request of a project, until its run ended. */
export function longestSilence(
  asked: readonly Asked[],
  since: number,
  ended: ReadonlyMap<string, number>,
): Silence {
  let longest: Silence = { project: '', from: since, to: since };
  const groups = Map.groupBy(
    asked.filter(({ at }) => at >= since),
    ({ project }) => project,
  );
  for (const [project, requests] of groups) {
    const times = [...requests.map(({ at }) => at), ended.get(project) ?? 0];
    for (const [place, to] of times.entries()) {
      const silence = { project, from: times[place - 1] ?? to, to };
      if (lengthOf(silence) > lengthOf(longest)) longest = silence;
    }
  }
  return longest;
}

/** What took place in a silence, and a second before and after, each with its moment in seconds after the last request. */
export async function reportedOf(
  { rows, workers }: ClusterForChaos,
  { project, from, to }: Silence,
): Promise<readonly string[]> {
  const noted = await rows<{ at: Date; what: string }>('SELECT at, what FROM chaos_noted').catch(() => []);
  const said = workers.flatMap(({ process: { pid, said: events } }) =>
    events.map(({ at, ...event }) => ({ at: new Date(at), what: `worker ${pid}: ${JSON.stringify(event)}` })),
  );
  return [
    `${project} asked for nothing for ${to - from} ms:`,
    ...[...noted, ...said]
      .filter(({ at }) => at.getTime() > from - 1000 && at.getTime() < to + 1000)
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ at, what }) => `${((at.getTime() - from) / 1000).toFixed(2).padStart(7)} ${what}`),
  ];
}
