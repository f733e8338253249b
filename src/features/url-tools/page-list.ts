import { z } from 'zod';
import { CliError } from '../../cli/errors.ts';
import { readJsonLines } from '../../cli/input.ts';
import { isNavigation, scanHtml } from '../../document/index.ts';
import {
  type FetchedPage,
  identityOfNormalized,
  normalizeUrl,
  regularUrls,
  UrlError,
} from '../../url/index.ts';

/** A line of the file. `class` says which pages are really the same, `session` in which crawl the page was seen. */
const pageLine = z
  .strictObject({
    url: z.string(),
    html: z.string().optional(),
    text: z.string().optional(),
    size: z.number().int().nonnegative().optional(),
    links: z.array(z.string()).optional(),
    images: z.array(z.string()).optional(),
    class: z.union([z.string(), z.number()]).nullish(),
    session: z.union([z.string(), z.number()]).optional(),
  })
  .refine(({ html, text }) => html !== undefined || text !== undefined, {
    message: 'needs "html" or "text"',
  });

type PageLine = z.output<typeof pageLine>;

const PAGE = 'Each line is a page: {"url", "html" or "text", "size"?, "class"?}.';

/** Reads a list of pages. If lines name sessions, only regular URLs are kept: those seen in every session. */
export async function readPageList(file: string | undefined): Promise<readonly FetchedPage[]> {
  const lines: PageLine[] = [];
  for await (const { value, line } of readJsonLines(file, PAGE)) {
    const parsed = pageLine.safeParse(value);
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'not a page' };
      const where = path.length > 0 ? ` "${path.join('.')}":` : '';
      throw new CliError(
        'CLI_INPUT_INVALID',
        `${file ?? 'standard input'}, line ${line}:${where} ${message}. ${PAGE}`,
      );
    }
    lines.push(parsed.data);
  }
  return regularLines(lines).map(fetchedPage);
}

function regularLines(lines: readonly PageLine[]): readonly PageLine[] {
  if (!lines.some(({ session }) => session !== undefined)) return lines;
  const sessions = Map.groupBy(lines, ({ session }) => session);
  const regular = new Set(regularUrls([...sessions.values()].map((ofOne) => ofOne.map(({ url }) => url))));
  const first = new Map(lines.toReversed().map((line) => [line.url, line]));
  return [...regular].flatMap((url) => first.get(url) ?? []);
}

function fetchedPage(line: PageLine): FetchedPage {
  const label = line.class ?? undefined;
  const { url, text = '', links, images } = line;
  if (line.html === undefined) return { url, text, size: line.size, links, images, label };
  const bytes = Buffer.from(line.html);
  const page = scanHtml(bytes);
  const base = absoluteUrl(page.base ?? '', url) ?? url;
  return {
    url,
    text: line.text ?? page.bodyText,
    size: line.size ?? bytes.length,
    links: page.links.filter(({ kind }) => isNavigation(kind)).map((link) => identityIn(link.url, base)),
    images: page.links
      .filter(({ kind }) => kind === 'image')
      .map((link) => absoluteUrl(link.url, base) ?? link.url),
    label,
  };
}

/** A link counts as the page it leads to, so that a session id in it makes no difference. */
function identityIn(link: string, base: string): string {
  const url = absoluteUrl(link, base);
  return url === null ? link : identityOfNormalized(url).identity;
}

function absoluteUrl(link: string, base: string): string | null {
  try {
    return normalizeUrl(link, { base });
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}
