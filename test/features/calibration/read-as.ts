import { stateApplications } from '../states/applications/all-applications.ts';
import type { StateApplication } from '../states/applications/state-application.ts';

export function applicationsNamed(names: readonly string[]): readonly StateApplication[] {
  return names.map((name) => {
    const found = stateApplications.find((each) => each.name === name);
    if (found === undefined) throw new Error(`there is no application "${name}"`);
    return found;
  });
}

/** The state of an application that a text is of, as a person who reads it says. */
export function readAs({ states }: StateApplication, text: string): string {
  const found = states.find(
    ({ see, not = [] }) =>
      see.every((words) => text.includes(words)) && !not.some((words) => text.includes(words)),
  );
  return found?.name ?? text;
}
