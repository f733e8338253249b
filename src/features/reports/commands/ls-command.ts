import { Command } from 'commander';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { openToRead } from '../../../cli/open-data.ts';
import { outputOf } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import type { Flag } from '../../../track/index.ts';

/** Pages that are read from the database at once. */
const BATCH = 1000;

export function lsCommand(): Command {
  return withExamples(new Command('ls'), examples)
    .description('list the projects, or the pages of one')
    .argument('[project]', 'name of the project (default: list the projects)')
    .action(run);
}

async function run(name: string | undefined, _options: unknown, command: Command): Promise<void> {
  const output = outputOf(command);
  const { store, projectNamed } = await openToRead(command);
  try {
    if (name === undefined) {
      const table = new Table(output, ['project', 'start']);
      const projects = await store.projects.list();
      for (const { name: project, startUrl } of projects) {
        if (output.json) await output.object({ project, url: startUrl });
        else await table.row(project, startUrl);
      }
      await table.end();
      if (projects.length === 0)
        output.note('No projects yet: "tidemark track https://example.org/" makes one.');
      return;
    }
    const project = await projectNamed(name);
    const table = new Table(output, ['status', 'type', 'bytes', 'url']);
    let after: number | undefined;
    for (;;) {
      const pages = await store.pages.list(project.id, {
        limit: BATCH,
        ...(after !== undefined && { after }),
      });
      for (const { url, identity, status, type, bytes, sha256, lastFlag } of pages) {
        const hash = sha256 === null ? null : Buffer.from(sha256).toString('hex');
        if (output.json)
          await output.object({ url, identity, status, flag: lastFlag, type, bytes, sha256: hash });
        else await table.row(stateInWords(status, lastFlag), type ?? '-', String(bytes ?? '-'), url);
      }
      after = pages.at(-1)?.id;
      if (after === undefined) break;
    }
    await table.end();
  } finally {
    await store.close();
  }
}

/** What a page is now: what is kept of it may be older. */
function stateInWords(status: number | null, lastFlag: Flag | null): string {
  if (lastFlag === 'MIS') return 'gone';
  if (lastFlag === 'ERR') return 'error';
  // "Not modified" is about the request; the page that is kept came with 200.
  return status === 304 ? '200' : String(status ?? '-');
}

const examples: Examples = {
  ls: [
    ['tidemark ls', 'the projects'],
    ['tidemark ls example.org', 'the pages of one'],
    ['tidemark ls example.org --json | wc -l', 'how many they are'],
  ],
};
