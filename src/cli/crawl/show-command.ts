import { Command } from 'commander';
import { CliError } from '../errors.ts';
import { outputOf } from '../output.ts';
import { pageNamed } from '../track/page-named.ts';
import { openToRead } from './open-to-read.ts';

export function showCommand(): Command {
  return new Command('show')
    .description('show what was kept of a page')
    .argument('<page>', 'its address, a path, or its file id in a report')
    .option('--project <name>', 'look in this project only')
    .option('--headers', 'the headers of the last good answer')
    .option('--text', 'the text of the page, without mark-up')
    .option('--body', 'the page as it came, byte for byte')
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
  const opened = await openToRead(command);
  const { store } = opened;
  try {
    const { page } = await pageNamed(opened, url, options.project, output);
    const visits = await store.visits.ofPage(page.id, 10);
    const good = visits.find(({ outcome }) => outcome === 'ok');
    if (options.headers) {
      for (const [name, value] of good?.headers ?? []) await output.line(`${name}: ${value}`);
      return;
    }
    if (options.body || options.text) {
      if (page.sha256 === null)
        throw new CliError('CLI_PAGE_UNKNOWN', `nothing was kept of ${url}: no visit was good yet.`);
      const body = await store.contents.read(page.sha256);
      if (options.body) return await writeOut(body);
      const { bodyTextOf } = await import('./body-text-of.ts');
      const type = headerOf(good?.headers ?? [], 'content-type') ?? page.type;
      return await output.line(await bodyTextOf(url, body, type));
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

function headerOf(headers: readonly (readonly [string, string])[], name: string): string | null {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

function hex(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('hex');
}

function writeOut(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) =>
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())),
  );
}
