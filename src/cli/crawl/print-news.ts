import { messageOf } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { Store } from '../../database/store.ts';
import type { RunNews } from '../../presentation/news/run-news.ts';
import { type Output, shellWord, terminalOf } from '../output.ts';
import type { RunCommandContext, SendMessages, SiteVisit, TriedMessage } from './command-context.ts';

interface NewsContext extends Pick<RunCommandContext, 'newsOfRun'> {
  readonly store: Store;
  readonly output: Output;
}

/** Prints what the newest run tells: the changes themselves. Returns whether the site has changed. */
export async function printNews(
  { newsOfRun, store, output }: NewsContext,
  name: string,
  visit: SiteVisit,
): Promise<boolean> {
  const project = await store.projects.find(name);
  if (project === null) return false;

  const { hasNews } = await import('../../presentation/news/run-news.ts');
  const { newsSummary } = await import('../../presentation/news/news-words.ts');
  const { newsText } = await import('../../presentation/news/news-text.ts');
  const news = await newsOfRun(store, project);
  if (output.json) await printObjects(news, output);
  else if (news.isFirst && visit === 'crawl')
    output.note(`See what was kept with: tidemark ls ${shellWord(name)}`);
  else if (output.quiet) await output.line(newsSummary(news));
  else {
    const options = { ...terminalOf(output), startUrl: project.startUrl, commandName: shellWord(name) };
    for await (const line of newsText(news, options)) await output.line(line);
    output.note(hintAfter(news, shellWord(name)));
  }
  return hasNews(news);
}

function hintAfter({ isFirst }: RunNews, name: string): string {
  return isFirst
    ? `\nNext: tidemark track ${name}   tells what changed since now.\n      tidemark ls ${name}      lists what was kept.`
    : `\nEvery page, with its reason: tidemark report ${name}`;
}

/** One event for each group, and one that sums up. */
async function printObjects(news: RunNews, output: Output): Promise<void> {
  const { newsJson } = await import('../../presentation/news/run-news.ts');
  for await (const object of newsJson(news)) await output.object(object);
}

/** More are in the messages, or counted. */
const MOST_OBJECTS = 1000;

/** Prints what detectors found in the newest run: one line, or an object for each match. */
export async function tellFound(store: Store, name: string, output: Output): Promise<void> {
  const { printable } = await import('../../presentation/printable.ts');
  const project = await store.projects.find(name);
  const run = project === null ? null : await store.runs.latest(project.id);
  const count = run === null ? 0 : await store.found.count(run.id);
  if (run === null || count === 0) return;
  const matches = await store.found.ofRun(run.id, output.json ? MOST_OBJECTS : 1);
  if (output.json) {
    for (const match of matches) await output.object({ ...match, event: 'match', pageEvent: match.event });
    return;
  }
  const [first] = matches;
  const more = count > 1 ? `, and ${count - 1} more` : '';
  await output.line(
    `${counted(count, 'match', 'matches')}: ${printable(first?.detector ?? '')} on ${printable(first?.url ?? '')}${more}`,
  );
}

/** Sends what is due. Whatever goes wrong is told, and never fails the run: unsent messages stay in the outbox. */
export async function tellPeople(
  { sendMessages, output }: { readonly sendMessages: SendMessages; readonly output: Output },
  store: Store,
  config: Config,
): Promise<void> {
  const tried: TriedMessage[] = [];
  try {
    await sendMessages(store, config, { onTry: (each) => void tried.push(each) });
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
