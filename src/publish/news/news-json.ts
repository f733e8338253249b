import type { RunNews } from './run-news.ts';

/** What a run tells, for programs: an event for each group of changes with all its pages, and one that sums up. */
export async function* newsJson(news: RunNews): AsyncGenerator<object> {
  const { run, isFirst, visited, updated, newCount, goneCount, failedCount, lasting, groupCount } = news;
  for await (const { changes, more, pages, reason } of news.groups(Number.POSITIVE_INFINITY))
    yield { event: 'changes', changes, more, pages, reason };
  const counts = { updated, new: newCount, gone: goneCount, failed: failedCount, groups: groupCount };
  yield { event: 'told', run, isFirst, visited, ...counts, lasting };
}
