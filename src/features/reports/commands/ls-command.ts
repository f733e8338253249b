import { Command } from 'commander';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { Table } from '../../../cli/table.ts';
import { readData } from '../../../cli/with-data.ts';
import type { Flag } from '../../../track/index.ts';

export function lsCommand(): Command {
  return withExamples(new Command('ls'), examples)
    .description('list the projects, or the pages of one')
    .argument('[project]', 'name of the project (default: list the projects)')
    .action(run);
}

async function run(name: string | undefined, _options: unknown, command: Command): Promise<void> {
  const { pagesOf } = await import('../../../crawl/history/in-parts.ts');
  await readData(command, async ({ store, projectNamed, output }) => {
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
    for await (const page of pagesOf(store, project.id)) {
      const { url, identity, status, type, bytes, sha256, lastFlag } = page;
      const hash = sha256 === null ? null : Buffer.from(sha256).toString('hex');
      if (output.json)
        await output.object({ url, identity, status, flag: lastFlag, type, bytes, sha256: hash });
      else await table.row(stateInWords(status, lastFlag), type ?? '-', String(bytes ?? '-'), url);
    }
    await table.end();
  });
}

/** The current state of a page. The stored version may be older. */
function stateInWords(status: number | null, lastFlag: Flag | null): string {
  if (lastFlag === 'MIS') return 'gone';
  if (lastFlag === 'ERR') return 'failing';
  // "Not modified" is about the request; the stored page came with 200.
  return status === 304 ? '200' : String(status ?? '-');
}

const examples: Examples = {
  ls: [
    ['tidemark ls', 'the projects'],
    ['tidemark ls example.org', 'the pages of one'],
    ['tidemark ls example.org --json | wc -l', 'how many they are'],
  ],
};
