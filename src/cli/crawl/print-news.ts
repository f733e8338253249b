import { messageOf } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { Store } from '../../database/store.ts';
import type { RunNews } from '../../presentation/news/run-news.ts';
import { type Output, shellWord, terminalOf } from '../output.ts';
import { messages, newsOfRun, type SiteVisit, type TriedMessage } from './after-run.ts';

interface NewsContext {
  readonly store: Store;
  readonly output: Output;
}

/** Prints what the newest run tells: the changes themselves. Returns whether the site has changed. */
export async function printNews(
  { store, output }: NewsContext,
  name: string,
  visit: SiteVisit,
): Promise<boolean> {
  const project = await store.projects.find(name);
  const newsOf = newsOfRun.added;
  if (project === null || newsOf === null) return false;

  const { hasNews } = await import('../../presentation/news/run-news.ts');
  const { newsSummary } = await import('../../presentation/news/news-words.ts');
  const { newsText } = await import('../../presentation/news/news-text.ts');
  const news = await newsOf(store, project);
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

/** Sends what is due. Whatever goes wrong is told, and never fails the run: unsent messages stay in the outbox. */
export async function tellPeople(output: Output, store: Store, config: Config): Promise<void> {
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
