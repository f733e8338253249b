import type { VisitorAnswer } from '../../access/index.ts';
import type { SessionEntry } from '../../project/index.ts';
import { linkOf, sendForm } from './built-in-actions.ts';
import { formToSend } from './form-to-send.ts';
import { addressIn, type RunSteps } from './run-steps.ts';
import type { StepVisitor } from './step-action.ts';

type LogOut = NonNullable<SessionEntry['logout']>;

/**
 * The request that logs out: an address, or a link or a button of a page that members see. `page` is called only for
 * those. Throws what finding the link or the form throws.
 */
export async function logOutRequest(
  run: RunSteps,
  { open, follow, form }: LogOut,
  page: () => Promise<VisitorAnswer>,
): Promise<(ask: StepVisitor) => Promise<unknown>> {
  if (form !== undefined) {
    const toSend = formToSend(form, run.secrets);
    const from = await page();
    return (ask) => sendForm(from, toSend, toSend.submissions[0] ?? {}, ask);
  }
  const url = follow === undefined ? addressIn(run, open) : linkOf(await page(), follow);
  return (ask) => ask({ url });
}
