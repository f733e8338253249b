import { humanBytes } from '../../../cli/human-numbers.ts';
import type { Output } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import type { Config } from '../../../config/index.ts';
import { wouldGo } from './tidied-in-words.ts';

/** What is stored of each project, and what of it could go; nothing where nothing is stored, or cannot be read. */
export async function printHoldings(config: Config, output: Output): Promise<void> {
  const { dataHoldings } = await import('../data-holdings.ts');
  const held = await dataHoldings(config);
  if (held === null) return;
  if (output.json) {
    for (const project of held.projects) await output.object(project);
    await output.object({ databaseBytes: held.databaseBytes, fileBytes: held.fileBytes });
    return;
  }
  const { grouped } = await import('../../../presentation/in-words.ts');
  await output.line('');
  const files = held.fileBytes === 0 ? '' : `, and files beside it ${humanBytes(held.fileBytes)}`;
  await output.line(`The database takes ${humanBytes(held.databaseBytes)}${files}.`);
  if (held.projects.length === 0) return;
  const table = new Table(output, ['project', 'pages', 'runs', 'visits', 'could go']);
  for (const { project, pages, runs, visits, couldGo } of held.projects)
    await table.row(
      project,
      grouped(pages),
      grouped(runs),
      grouped(visits),
      couldGo.keep === null ? 'keeps everything' : await wouldGo(couldGo),
    );
  await table.end();
}
