import type { StepEntry, StepKey } from '../../project/index.ts';
import { fillAndSend, followLink, openAddress } from './built-in-actions.ts';
import type { Arrival, StepAction, StepContext } from './step-action.ts';
import { StepError } from './step-error.ts';

/** All actions, in the order in which a step takes them: the only list. A new action is one more line. */
export const stepActions: readonly StepAction<never>[] = [openAddress, followLink, fillAndSend];

/** The keys that actions add to the steps of project files. */
export function stepKeysOf(actions: readonly StepAction<never>[]): readonly StepKey[] {
  return actions.flatMap(({ key, schema }) => (schema === undefined ? [] : [{ key, schema }]));
}

/** Takes the actions of a step, starting from `context.page`. The last arrival is where the step ends. */
export async function takeActions(
  step: StepEntry,
  actions: readonly StepAction<never>[],
  context: StepContext,
): Promise<readonly [Arrival, ...Arrival[]]> {
  let arrivals: readonly Arrival[] = context.page === null ? [] : [{ page: context.page, hasAddress: true }];
  for (const action of actions) {
    const value = (step as Readonly<Record<string, unknown>>)[action.key];
    if (value === undefined) continue;
    const page = arrivals.at(-1)?.page ?? null;
    arrivals = await action.take(value as never, { ...context, page });
  }
  const [first, ...others] = arrivals;
  if (first === undefined) throw new StepError('there is no page to start from', null);
  return [first, ...others];
}
