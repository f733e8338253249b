import type { RunNews } from '../../publish/index.ts';
import type { Store } from '../../store/index.ts';
import { type Output, shellWord, terminalOf } from '../output.ts';
import type { SiteVisit } from './site-visit.ts';

/** Prints what the newest run tells: the changes themselves. Returns whether the site has changed. */
export async function printNews(
  store: Store,
  name: string,
  visit: SiteVisit,
  output: Output,
): Promise<boolean> {
  const project = await store.projects.find(name);
  if (project === null) return false;
  const { trackReports } = await import('../../app/index.ts');
  const { hasNews, newsSummary, newsText } = await import('../../publish/index.ts');
  const news = await (await trackReports()).newsOfRun(store, project);
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
  const { newsJson } = await import('../../publish/index.ts');
  for await (const object of newsJson(news)) await output.object(object);
}
