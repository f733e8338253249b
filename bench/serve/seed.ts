import { byOperator, writeStored } from '../../src/crawl/projects/stored-project.ts';
import { checkedSettings } from '../../src/crawl/run/run-settings.ts';
import type { CrawlCommit } from '../../src/crawl/tables/crawl-commit.ts';
import { packContent } from '../../src/database/content/packed-content.ts';
import type { Store } from '../../src/database/store.ts';
import { fillSearchIndex } from '../../src/features/search/fill-index.ts';
import type { ReportedPage } from '../../src/track/index.ts';
import { discovered, visit } from '../../test/kernel/database/sample-records.ts';

export interface SeedSize {
  readonly pages: number;
  readonly runs: number;
  /** Further projects without runs. */
  readonly projects: number;
}

const BATCH = 1000;
/** One page in this many is changed by a run. */
const CHANGED = 33;
/** One changed page in this many has a match, and a message about it. */
const MATCHED = 10;
const FIRST = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

export const bigProject = 'big';

/** Fills a database through the store's own commits: one big project with many pages and runs, and many small ones. */
export async function seed(store: Store, { pages, runs, projects }: SeedSize): Promise<void> {
  const settings = writeStored({
    settings: await checkedSettings({}),
    file: null,
    folder: '.',
    written: byOperator,
  });
  const start = { startUrl: 'https://example.org/', settings, createdAt: FIRST };
  const file = `name: ${bigProject}\nsource: https://example.org/\ndetectors:\n  - words: [boats]\n`;
  const { id: projectId } = await store.projects.create({
    ...start,
    name: bigProject,
    settings: writeStored({ settings: await checkedSettings({}), file, folder: '.', written: byOperator }),
  });
  for (let number = 0; number < projects; number++) {
    const name = `small-${String(number).padStart(4, '0')}`;
    await store.projects.create({
      ...start,
      name,
      settings: writeStored({
        settings: await checkedSettings({}),
        file: smallFile(name),
        folder: '.',
        written: byOperator,
      }),
    });
  }
  const ids: number[] = [];
  for (let number = 0; number < runs; number++) {
    const at = FIRST + number * DAY;
    const run = await store.runs.begin(projectId, { startedAt: at, settings: '{}' });
    const commit = (batch: Partial<CrawlCommit>) =>
      store.commit({
        projectId,
        runId: run.id,
        visits: [],
        contents: [],
        discovered: [],
        leftOut: [],
        ...batch,
      });
    for (let from = 0; from < pages; from += BATCH) {
      const count = Math.min(BATCH, pages - from);
      if (number === 0) {
        await commit({
          discovered: Array.from({ length: count }, (_, n) =>
            discovered(`/section-${from % 97}/page-${from + n}`),
          ),
        });
        const queued = await store.frontier.next(run.id, 'example.org', null, count);
        ids.push(...queued.map(({ id }) => id));
        await commit(
          visitsOf(
            queued.map(({ id }) => id),
            number,
            at,
          ),
        );
      } else {
        const part = ids.slice(from, from + count);
        // A page that is visited again must be in the queue first.
        await commit({ revisits: changedIn(part, number) });
        await commit(visitsOf(part, number, at));
      }
    }
    await store.runs.change(run.id, { state: 'finished', at: at + 3_600_000 });
  }
  await store.changes.order();
  await fillSearchIndex(store);
}

/** Parts of the list of pages, and pages of each. */
const [PARTS, OF_PART] = [40, 50];

/** Some pages from all over the big project, and those of them that its second run changed. */
export async function somePages(store: Store) {
  const { id = 0 } = (await store.projects.find(bigProject)) ?? {};
  const last = Math.max(...(await store.pages.list(id, { limit: 1 })).map((page) => page.id), 1);
  const pageIds: number[] = [];
  for (let part = 0, after = 0; part < PARTS; part++) {
    const pages = await store.pages.list(id, { after, limit: OF_PART });
    pageIds.push(...pages.map((page) => page.id));
    after = last + (part + 1) * STRIDE;
  }
  return { pageIds, changedIds: pageIds.filter((page) => (page + 1) % CHANGED === 0) };
}

/** Between two parts: not much more than all pages together. */
const STRIDE = 2400;

/** As people write them: a schedule, a few rules, a detector, whom to tell. */
const smallFile = (name: string): string => `name: ${name}
source: https://example.org/${name}/
schedule: every 6h
rules:
  - allow: /articles/
  - deny: { type: [image/*, application/pdf] }
detectors:
  - stems: [tide, harbour]
notify:
  - mailto:me@example.org
`;

const changedIn = (ids: readonly number[], number: number): readonly number[] =>
  ids.filter((id) => number === 0 || (id + number) % CHANGED === 0);

/** A first run brings every page; later ones find a few of them changed, and all others as they were. */
function visitsOf(ids: readonly number[], number: number, at: number): Partial<CrawlCommit> {
  const changed = changedIn(ids, number);
  const contents = changed.map((id) => packContent(Buffer.from(bodyOf(id, number)), 'text/html'));
  const isFirst = number === 0;
  const matched = isFirst ? [] : changed.filter((id) => id % MATCHED === 0);
  return {
    visits: changed.map((id, place) =>
      visit(id, {
        at,
        bytes: contents[place]?.bytes ?? 0,
        sha256: contents[place]?.sha256 ?? null,
        flag: isFirst ? 'NEW' : 'UPD',
        reason: isFirst ? 'first visit' : '1 part changed',
      }),
    ),
    contents,
    reported: isFirst ? [] : changed.map((pageId) => ({ pageId, reported: reportedOf(pageId, number) })),
    found: matched.map((pageId) => ({ pageId, matches: [matchOf(pageId)], results: null })),
    outbox: matched.map((pageId) => ({
      id: `${number.toString(16)}${pageId.toString(16).padStart(8, '0')}`,
      notification: `${number}-${pageId}`,
      channel: 'mailto:me@example.org',
      bundle: 'me',
      content: '{}',
      at,
      deliverAfter: at,
    })),
    unchanged: isFirst
      ? []
      : [
          {
            pageIds: ids.filter((id) => (id + number) % CHANGED !== 0),
            at,
            flag: 'SAM',
            reason: 'not modified',
            samples: null,
            dueAt: null,
          },
        ],
  };
}

const bodyOf = (id: number, number: number): string =>
  `<!doctype html><title>Page ${id}</title><h1>Tide ${id % 1000}</h1>
<p>High water at pier ${id} in version ${number}, with ${id * 7} boats and harbour word${id % 5000}.</p>
${Array.from({ length: 8 }, (_, n) => `<p>Paragraph ${n} of page ${id} about tide${(id * n) % 700} and moon.</p>`).join('\n')}`;

const reportedOf = (id: number, number: number): ReportedPage => ({
  changes: [
    {
      flag: 'changed',
      kind: 'paragraph',
      path: 'body/p',
      area: 'main',
      heading: `Tide ${id % 1000}`,
      before: `High water at pier ${id} in version ${number - 1}`,
      after: `High water at pier ${id} in version ${number}`,
      isCut: false,
      links: { added: [], removed: [] },
      movedFrom: null,
      isNoise: false,
      reason: 'the text differs',
      rules: [],
    },
  ],
  more: 0,
  isWhole: false,
});

const matchOf = (id: number) =>
  ({
    detector: 'boats',
    pageId: id,
    url: `https://example.org/page-${id}`,
    title: `Page ${id}`,
    event: 'updated',
    in: 'added',
    place: null,
    words: [],
    number: null,
    reason: 'the word "boats" is new',
  }) as const;
