import { Command } from 'commander';
import { openToRead } from '../open-data.ts';
import { outputOf } from '../output.ts';
import { Table } from '../table.ts';

/** Pages that are read from the database at once. */
const BATCH = 1000;

export function lsCommand(): Command {
  return new Command('ls')
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
      for (const { name: project, startUrl } of await store.projects.list()) {
        if (output.json) await output.object({ project, url: startUrl });
        else await table.row(project, startUrl);
      }
      return await table.end();
    }
    const project = await projectNamed(name);
    const table = new Table(output, ['status', 'type', 'bytes', 'url']);
    let after: number | undefined;
    for (;;) {
      const pages = await store.pages.list(project.id, {
        limit: BATCH,
        ...(after !== undefined && { after }),
      });
      for (const { url, identity, status, type, bytes, sha256 } of pages) {
        const hash = sha256 === null ? null : Buffer.from(sha256).toString('hex');
        if (output.json) await output.object({ url, identity, status, type, bytes, sha256: hash });
        else await table.row(String(status ?? '-'), type ?? '-', String(bytes ?? '-'), url);
      }
      after = pages.at(-1)?.id;
      if (after === undefined) break;
    }
    await table.end();
  } finally {
    await store.close();
  }
}
