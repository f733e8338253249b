import type { ExploreEnding } from './explore-options.ts';

/** How an exploration ended; null while it goes on, and for good after a kill. */
interface Ended {
  readonly ending: string | null;
}

/** Whether there is more to find, so that the next exploration goes on: it was cut off or stopped, or had no time left. */
export function endsEarly(exploration: Ended): boolean {
  return wasBrokenOff(exploration) || exploration.ending === 'stopped' || exploration.ending === 'time';
}

/** Whether an exploration ended with its process, and not because somebody wanted it to. */
export function wasBrokenOff({ ending }: Ended): boolean {
  return ending === null || ending === 'interrupted';
}

/** Why an exploration ended, and what to do about it. */
export const endingsInWords: Readonly<Record<ExploreEnding, string>> = {
  complete: 'everything was tried',
  states: 'there are more states: raise --max-states',
  depth: 'there is more further on: raise --max-depth',
  'states per address': 'there are more states at some addresses: raise --max-states-per-url',
  time: 'time was up: raise --max-time',
  interrupted: 'interrupted',
};
