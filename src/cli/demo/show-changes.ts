import type { Output } from '../output.ts';
import { terminalOf } from '../track/terminal.ts';
import { type DemoFolder, PROJECT } from './demo-folder.ts';

/** The report of the last visit, and the diff of the page that the editors touched. */
export async function showChanges(output: Output, folder: DemoFolder): Promise<void> {
  if (output.json) return;
  const { openDataFolder, trackReports } = await import('../../app/index.ts');
  const { readConfig } = await import('../../config/index.ts');
  const { diffText, flagOrder, reportText } = await import('../../publish/index.ts');
  const { PageDiffer, reportRun } = await trackReports();
  const store = await openDataFolder(
    readConfig({ data: folder.path, databaseUrl: '' }),
    'read',
    'tidemark demo',
  );
  try {
    const project = await store.projects.find(PROJECT);
    if (project === null) return;
    const report = await reportRun(store, project);
    const flags = flagOrder.filter((flag) => flag !== 'SAM');
    await output.line();
    for await (const line of reportText(report, { ...terminalOf(output), flags, mostRows: 20 })) {
      await output.line(line);
    }
    const differ = await PageDiffer.of(store, project);
    for await (const { file, url } of report.pages(['UPD'])) {
      if (!url.includes('/instruments/')) continue;
      const page = await store.pages.find(project.id, Number(file));
      if (page === null) continue;
      await output.line();
      const diff = await differ.diff(page, {});
      for (const line of diffText(diff, { ...terminalOf(output), withNoise: false })) await output.line(line);
    }
  } finally {
    await store.close();
  }
}
