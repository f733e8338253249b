import { Command } from 'commander';
import { outputOf } from '../output.ts';
import { Table } from '../table.ts';
import { openToRead } from './open-to-read.ts';

const PART = 1000;

export function lsCommand(): Command {
  return new Command('ls')
    .description('list projects, or the pages of a project')
    .argument('[project]', 'its pages; without it, the projects')
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
        limit: PART,
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
