import { Command } from 'commander';
import { CliError } from '../../../cli/errors.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { writeToStandardOutput } from '../../../cli/output.ts';
import { readData } from '../../../cli/with-data.ts';
import { pageNamed } from './page-named.ts';

export function showCommand(): Command {
  return withExamples(new Command('show'), examples)
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
  await readData(command, async ({ output, ...data }) => {
    const { store } = data;
    const { printable } = await import('../../../presentation/printable.ts');
    const { page } = await pageNamed(data, url, options.project, output);
    const visits = await store.visits.ofPage(page.id, 10);
    const good = visits.find(({ outcome }) => outcome === 'ok');
    if (options.headers) {
      for (const [name, value] of good?.headers ?? []) await output.line(printable(`${name}: ${value}`));
      return;
    }
    if (options.body || options.text) {
      if (page.sha256 === null)
        throw new CliError('CLI_PAGE_UNKNOWN', `nothing is kept of ${url}: no visit has succeeded yet.`);
      const body = await store.contents.read(page.sha256);
      if (options.body) return writeToStandardOutput(body);
      const type = headerOf(good?.headers ?? [], 'content-type') ?? page.type;
      const { textOfBody } = await import('../../../crawl/history/text-of-body.ts');
      const lines = (await textOfBody(url, body, type)).split('\n');
      return output.line(lines.map(printable).join('\n'));
    }
    if (output.json)
      return output.object({
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
        printable(
          `visit     ${when}  ${visit.outcome} ${visit.status ?? ''} ${visit.errorMessage ?? ''}`.trimEnd(),
        ),
      );
    }
  });
}

function headerOf(headers: readonly (readonly [string, string])[], name: string): string | null {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

function hex(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('hex');
}

const examples: Examples = {
  show: [
    ['tidemark show https://example.org/', 'what is kept of a page'],
    ['tidemark show prices --text', 'its text; the end of the address is enough'],
    ['tidemark show prices --body > prices.html', 'the page as it came'],
  ],
};
