import { messageOf } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { Store } from '../../database/store.ts';
import type { ChangeSummary } from '../../presentation/summary/change-summary.ts';
import { type Output, shellWord, terminalOf } from '../output.ts';
import { messages, type SiteVisit, summaryOfRun, type TriedMessage } from './after-run.ts';

interface SummaryContext {
  readonly store: Store;
  readonly output: Output;
}

/** Prints the changes of the newest run. Returns whether the site has changed. */
export async function printSummary(
  { store, output }: SummaryContext,
  name: string,
  visit: SiteVisit,
): Promise<boolean> {
  const project = await store.projects.find(name);
  const summaryOf = summaryOfRun.added;
  if (project === null || summaryOf === null) return false;

  const { hasFoundChanges } = await import('../../presentation/summary/change-summary.ts');
  const { summaryLine } = await import('../../presentation/summary/summary-words.ts');
  const { summaryText } = await import('../../presentation/summary/summary-text.ts');
  const summary = await summaryOf(store, project);
  if (output.json) await printObjects(summary, output);
  else if (summary.isFirst && visit === 'crawl' && summary.newCount > 0)
    output.note(`See what was kept with: tidemark ls ${shellWord(name)}`);
  else if (output.quiet) await output.line(summaryLine(summary));
  else {
    const options = { ...terminalOf(output), startUrl: project.startUrl, commandName: shellWord(name) };
    for await (const line of summaryText(summary, options)) await output.line(line);
    if (!summary.isFirst || summary.newCount > 0) output.note(hintAfter(summary, shellWord(name)));
  }
  return hasFoundChanges(summary);
}

function hintAfter({ isFirst }: ChangeSummary, name: string): string {
  return isFirst
    ? `\nNext: tidemark track ${name}   reports what changes from now on.\n      tidemark ls ${name}      lists what was kept.`
    : `\nEvery page, with its reason: tidemark report ${name}`;
}

/** One event for each group, and one for the whole summary. */
async function printObjects(summary: ChangeSummary, output: Output): Promise<void> {
  const { summaryJson } = await import('../../presentation/summary/change-summary.ts');
  for await (const object of summaryJson(summary)) await output.object(object);
}

/** Sends the messages that are due. A failure is reported, and never fails the run: unsent messages stay in the outbox. */
export async function sendDueMessages(output: Output, store: Store, config: Config): Promise<void> {
  const tried: TriedMessage[] = [];
  try {
    await messages.added?.send(store, config, { onTry: (each) => void tried.push(each) });
  } catch (error) {
    const reason = messageOf(error);
    output.note(`Messages could not be sent: ${reason} Try again: tidemark notify send`);
  }
  if (output.json) {
    for (const { channel, state, message, error } of tried)
      await output.object({ event: 'message', channel, state, id: message.key, error });
    return;
  }
  const groups = Map.groupBy(tried, ({ channel, state }) => `${state} ${channel}`);
  for (const [{ channel, state, error }, ...others] of [...groups.values()] as [
    TriedMessage,
    ...TriedMessage[],
  ][]) {
    const number = counted(others.length + 1, 'message', 'messages');
    if (state === 'sent') await output.line(`${number} sent to ${channel}`);
    else output.note(`${number} not sent to ${channel}: ${error}. ${whatNow[state]}`);
  }
}

const whatNow = {
  waiting: 'Try again later: tidemark notify send',
  dead: 'It was given up: tidemark notify retry',
} as const;

const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;
