import { type ProjectProblem, projectError } from '../problems/file-problem.ts';
import type { NotifyEntry } from '../schema/notify-entry.ts';
import type { ProjectDefinition } from '../schema/project-schema.ts';

/** What a channel says about an address of a project file. The channels are not known here. */
export type ChannelCheck = (
  entry: NotifyEntry,
) => { readonly severity: 'error' | 'warning'; readonly message: string; readonly hint: string } | null;

export function channelsAreDifferent({ notify = [] }: ProjectDefinition): readonly ProjectProblem[] {
  const known = new Set<string>();
  return notify.flatMap((entry, i) => {
    const isNamed = entry.name !== undefined;
    const key = entry.name ?? JSON.stringify(entry.to);
    if (!known.has(key)) {
      known.add(key);
      return [];
    }
    return [
      isNamed
        ? projectError(
            ['notify', i, 'name'],
            `two channels are called "${entry.name}"`,
            'give each its own name',
          )
        : projectError(
            ['notify', i, 'to'],
            'another entry has the same address',
            'give each a name, as in name: daily summary',
          ),
    ];
  });
}

export function detectorsNeedMatches({ notify = [] }: ProjectDefinition): readonly ProjectProblem[] {
  return notify.flatMap(({ events, detectors }, i) =>
    detectors === undefined || events === undefined || events.includes('match')
      ? []
      : [
          projectError(
            ['notify', i, 'detectors'],
            'detectors only bring matches, and "events" leaves matches out',
            'add match to "events", or remove "detectors"',
          ),
        ],
  );
}

/** Asks the channels themselves. */
export function addressesAreUsable(
  { notify = [] }: ProjectDefinition,
  check: ChannelCheck,
): readonly ProjectProblem[] {
  return notify.flatMap((entry, i) => {
    const problem = check(entry);
    if (problem === null) return [];
    return [{ ...problem, path: ['notify', i, 'to'] }];
  });
}
