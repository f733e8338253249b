import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { TidemarkError } from '../../base/index.ts';
import type { Asking } from '../../http/services.ts';

/** The services that an assistant may use, of all features. All of them only read. */
export interface AssistantServices {
  searchPages(
    given: {
      readonly q: string;
      readonly project?: string;
      readonly history: boolean;
      readonly limit: number;
    },
    asking: Asking,
  ): Promise<FoundPages>;
  readText(
    given: {
      readonly project: string;
      readonly file: string;
      readonly from: number;
      readonly length: number;
    },
    asking: Asking,
  ): Promise<{ readonly url: string; readonly text: string; readonly total: number }>;
  listRuns(
    given: { readonly project: string; readonly limit: number },
    asking: Asking,
  ): Promise<{ readonly items: readonly { readonly number: number; readonly startedAt: string }[] }>;
  showSummary(
    given: { readonly project: string; readonly run: number; readonly limit: number },
    asking: Asking,
  ): Promise<RunChanges>;
  explainPage(
    given: { readonly project: string; readonly file: string },
    asking: Asking,
  ): Promise<PageHistory>;
  listProjects(
    given: { readonly limit: number },
    asking: Asking,
  ): Promise<{ readonly items: readonly { readonly name: string; readonly url: string }[] }>;
}

const project = z.string().describe('name of the project');
const file = z
  .string()
  .regex(/^\d{1,15}$/)
  .describe('file id, as in the other answers');
const onlyReads = { readOnlyHint: true, destructiveHint: false, openWorldHint: false } as const;
/** Most characters of a text that an assistant can read at once without losing its task. */
const TEXT_LENGTH = 6000;
const MOST_ROWS = 10;

/** Tidemark for an AI assistant (Model Context Protocol), with the rights of the caller. */
export function assistantServer(services: AssistantServices, asking: Asking, version: string): McpServer {
  const server = new McpServer({ name: 'tidemark', version });
  server.registerTool(
    'search',
    {
      description: 'Finds pages by their words among everything that Tidemark has collected, the best first.',
      inputSchema: {
        query: z
          .string()
          .min(1)
          .max(1000)
          .describe('words, "words in a row", begin*, AND, OR, NOT, brackets'),
        project: project.optional(),
      },
      annotations: onlyReads,
    },
    ({ query, project: name }) =>
      answered(async () => {
        const given = {
          q: query,
          history: false,
          limit: MOST_ROWS,
          ...(name !== undefined && { project: name }),
        };
        return foundInWords(await services.searchPages(given, asking));
      }),
  );
  server.registerTool(
    'read_page',
    {
      description: 'Reads the text of a page, a few thousand characters at a time.',
      inputSchema: {
        project,
        file,
        from: z.number().int().min(0).default(0).describe('the first character'),
      },
      annotations: onlyReads,
    },
    ({ project: name, file: id, from }) =>
      answered(async () => {
        const page = await services.readText({ project: name, file: id, from, length: TEXT_LENGTH }, asking);
        const end = from + page.text.length;
        const more =
          end < page.total ? `\n\n(${page.total - end} more characters: read_page from ${end})` : '';
        return `${page.url}\n\n${page.text}${more}`;
      }),
  );
  server.registerTool(
    'what_changed',
    {
      description: 'Reports what changed on a site: what its runs since a moment found, or its newest run.',
      inputSchema: { project, since: z.iso.datetime().optional().describe('as in 2026-11-16T00:00:00Z') },
      annotations: onlyReads,
    },
    ({ project: name, since }) =>
      answered(async () => {
        const { items } = await services.listRuns({ project: name, limit: MOST_ROWS }, asking);
        const wanted =
          since === undefined ? items.slice(0, 1) : items.filter((run) => run.startedAt >= since);
        if (wanted.length === 0) return `${name} has not run since then.`;
        const summaries = await Promise.all(
          wanted.map(({ number }) =>
            services.showSummary({ project: name, run: number, limit: MOST_ROWS }, asking),
          ),
        );
        return summaries.map(changedInWords).join('\n\n');
      }),
  );
  server.registerTool(
    'explain',
    {
      description:
        'Explains a page: when it was visited, what each visit found and why, and how often it changes.',
      inputSchema: { project, file },
      annotations: onlyReads,
    },
    ({ project: name, file: id }) =>
      answered(async () => lifeInWords(await services.explainPage({ project: name, file: id }, asking))),
  );
  server.registerTool(
    'projects',
    { description: 'Lists the sites that Tidemark watches.', inputSchema: {}, annotations: onlyReads },
    () =>
      answered(async () => {
        const { items } = await services.listProjects({ limit: 100 }, asking);
        return items.map(({ name, url }) => `${name}: ${url}`).join('\n') || 'There are no projects.';
      }),
  );
  return server;
}

/** Shows an expected failure to the assistant, which can then correct its request. */
async function answered(work: () => Promise<string>) {
  try {
    return { content: [{ type: 'text' as const, text: await work() }] };
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
    return { content: [{ type: 'text' as const, text: `${error.message} [${error.code}]` }], isError: true };
  }
}

interface NamedPage {
  readonly file: string;
  readonly url: string;
}

interface FoundPages {
  readonly items: readonly (NamedPage & Readonly<Record<'project' | 'title' | 'at' | 'text', string>>)[];
  readonly next: string | null;
}

/** What a run reported. */
interface RunChanges
  extends Readonly<Record<'run' | 'visited' | 'updated' | 'newCount' | 'goneCount' | 'groupCount', number>> {
  readonly project: string;
  readonly isFirst: boolean;
  readonly startFailure: string | null;
  readonly groups: readonly {
    readonly changes: readonly Change[];
    readonly pages: readonly NamedPage[];
    readonly pageCount: number;
    readonly reason: string;
  }[];
  readonly newPages: readonly NamedPage[];
  readonly gone: readonly (NamedPage & { readonly reason: string })[];
}

interface Change {
  readonly words: readonly { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }[];
}

export interface PageHistory extends NamedPage {
  readonly project: string;
  readonly identity: string;
  readonly changeRate: { readonly changes: number; readonly visits: number };
  readonly interval: { readonly reason: string };
  readonly rules: readonly Readonly<Record<'id' | 'state' | 'says', string>>[];
  readonly visits: readonly {
    readonly run: number;
    readonly at: string;
    readonly flag: string | null;
    readonly reason: string;
  }[];
}

/** Longer sentences do not help an assistant to choose the page to read. */
const LONGEST = 300;
const MOST_VISITS = 10;

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Each result names the page by project and file id, and has the address of the complete page. */
export function foundInWords({ items, next }: FoundPages): string {
  if (items.length === 0) return 'Nothing found.';
  const rows = items.map(
    ({ project, file, title, url, at, text }) =>
      `${title === '' ? url : title}\n  project ${project}, file ${file}, ${at.slice(0, 10)}\n  ${url}\n  ${cut(text)}`,
  );
  return `${rows.join('\n')}${next === null ? '' : '\nThere is more: ask with more words.'}`;
}

function changedInWords(summary: RunChanges): string {
  const { project, run, isFirst, startFailure, visited, updated, newCount, goneCount, groups, groupCount } =
    summary;
  const start = startFailure === null ? [] : [startFailure];
  if (isFirst)
    return [
      `Run ${run} of ${project} was the first: ${visited} pages, nothing to compare with.`,
      ...start,
    ].join('\n');
  const counts = `${updated} changed, ${newCount} new, ${goneCount} gone`;
  const shown = groups.map(({ changes, pages, pageCount, reason }) => {
    const [page] = pages;
    const others = pageCount > 1 ? ` and ${pageCount - 1} more pages` : '';
    const words = changes.length === 0 ? reason : changes.map(changeInWords).join(' / ');
    return `- file ${page?.file} ${page?.url}${others}: ${cut(words)}`;
  });
  const more = groupCount > groups.length ? [`- and ${groupCount - groups.length} more changes`] : [];
  const came = summary.newPages.map(({ file, url }) => `- new: file ${file} ${url}`);
  const went = summary.gone.map(({ file, url, reason }) => `- gone: file ${file} ${url} (${cut(reason)})`);
  return [`Run ${run} of ${project}: ${counts}.`, ...start, ...shown, ...more, ...came, ...went].join('\n');
}

/** `The height is [-3.1-] {+4.2+} metres`, as `tidemark diff` writes it. */
function changeInWords({ words }: Change): string {
  const marked = {
    same: (text: string) => text,
    added: (text: string) => `{+${text}+}`,
    removed: (text: string) => `[-${text}-]`,
  };
  return words.map(({ kind, text }) => marked[kind](text)).join('');
}

function lifeInWords(life: PageHistory): string {
  const { project, file, url, identity, visits, interval, changeRate, rules } = life;
  const newest = visits.slice(-MOST_VISITS).toReversed();
  return [
    `${url} (project ${project}, file ${file})`,
    ...(identity === url ? [] : [`The same page as ${identity}`]),
    `${changeRate.changes} of ${changeRate.visits} visits found a change; ${interval.reason}.`,
    ...rules.map(({ id, state, says }) => `Rule ${id} (${state}): ${cut(says)}`),
    ...newest.map(({ run, at, flag, reason }) => `- run ${run}, ${at}: ${flag ?? 'no flag'}: ${cut(reason)}`),
  ].join('\n');
}

/** Answers over standard input and output. Returns when the assistant has closed them, or at the signal. */
export async function assistantOverPipes(
  services: AssistantServices,
  asking: Asking,
  version: string,
): Promise<void> {
  const server = assistantServer(services, asking, version);
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    asking.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}
