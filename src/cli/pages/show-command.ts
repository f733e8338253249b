import { Command } from 'commander';
import { CliError } from '../errors.ts';
import { openToRead } from '../open-data.ts';
import { outputOf, writeToStandardOutput } from '../output.ts';
import { pageNamed } from './page-named.ts';

export function showCommand(): Command {
  return new Command('show')
    .description('show what is kept of a page')
    .argument('<page>', 'URL, the end of one, or file id in a report')
    .option('--project <name>', 'look only in this project')
    .option('--headers', 'print the headers of the last good answer')
    .option('--text', 'print the text of the page, without markup')
    .option('--body', 'print the page as it came, byte for byte')
    .action(run);
}

interface Options {
  readonly project?: string;
  readonly headers?: boolean;
  readonly text?: boolean;
  readonly body?: boolean;
}

async function run(url: string, options: Options, command: Command): Promise<void> {
  const output = outputOf(command);
  const data = await openToRead(command);
  const { store } = data;
  try {
    const { page } = await pageNamed(data, url, options.project, output);
    const visits = await store.visits.ofPage(page.id, 10);
    const good = visits.find(({ outcome }) => outcome === 'ok');
    if (options.headers) {
      for (const [name, value] of good?.headers ?? []) await output.line(`${name}: ${value}`);
      return;
    }
    if (options.body || options.text) {
      if (page.sha256 === null)
        throw new CliError('CLI_PAGE_UNKNOWN', `nothing is kept of ${url}: no visit has succeeded yet.`);
      const body = await store.contents.read(page.sha256);
      if (options.body) return await writeToStandardOutput(body);
      const type = headerOf(good?.headers ?? [], 'content-type') ?? page.type;
      return await output.line(await textOfBody(url, body, type));
    }
    if (output.json)
      return await output.object({
        ...page,
        sha256: hex(page.sha256),
        visits: visits.map((visit) => ({ ...visit, sha256: hex(visit.sha256) })),
      });
    await output.line(`url       ${page.url}`);
    if (page.identity !== page.url) await output.line(`identity  ${page.identity}`);
    await output.line(`type      ${page.type ?? '-'}`);
    await output.line(`bytes     ${page.bytes ?? '-'}`);
    await output.line(`sha256    ${hex(page.sha256) ?? '-'}`);
    for (const visit of visits) {
      const when = new Date(visit.at).toISOString();
      await output.line(
        `visit     ${when}  ${visit.outcome} ${visit.status ?? ''} ${visit.errorMessage ?? ''}`.trimEnd(),
      );
    }
  } finally {
    await store.close();
  }
}

/** The text of a body, if its type has any. */
async function textOfBody(url: string, body: Uint8Array, contentType: string | null): Promise<string> {
  if (contentType !== 'application/pdf') return documentText(body, contentType);
  const { FileReader } = await import('../../crawl/index.ts');
  const version = await new FileReader().version(url, body, contentType);
  return version.hasText ? documentText(version.body, version.contentType) : documentText(body, contentType);
}

async function documentText(body: Uint8Array, contentType: string | null): Promise<string> {
  const { decodeText, readDocument } = await import('../../document/index.ts');
  const document = readDocument(body, contentType);
  switch (document.type) {
    case 'html': {
      const { readableText } = await import('../../publish/index.ts');
      const { html, charset } = document;
      const text = await readableText(decodeText(body, charset.charset));
      return [html.title, text].filter(Boolean).join('\n\n');
    }
    case 'text':
      return document.text;
    case 'other':
      return `(${body.length} bytes of ${contentType ?? 'an unknown type'})`;
    default:
      return decodeText(body, document.charset.charset);
  }
}

function headerOf(headers: readonly (readonly [string, string])[], name: string): string | null {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

function hex(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('hex');
}
