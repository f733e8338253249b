import { type Output, shellWord } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import type { ImportedFile } from '../imported-files.ts';
import type { Fate, ImportedSecret, ImportedWatches } from '../imported-part.ts';

interface ImportToPrint {
  readonly all: ImportedWatches;
  readonly files: readonly ImportedFile[];
  readonly secrets: readonly ImportedSecret[];
  readonly folder: string;
  /** Whether nothing was written. */
  readonly isDry: boolean;
}

/** Prints which settings were imported, which are not needed here, and which have no equivalent. */
export async function printImported(printed: ImportToPrint, output: Output): Promise<void> {
  await (output.json ? printObjects(printed, output) : printTables(printed, output));
}

async function printObjects({ all, files, secrets, isDry }: ImportToPrint, output: Output): Promise<void> {
  for (const { watch, url, file, fates, secrets: own } of files)
    await output.object({
      event: 'watch',
      watch,
      url,
      file: file?.name ?? null,
      every: file?.every ?? null,
      settings: fates,
      secrets: own.map(({ name }) => name),
    });
  await output.object({
    event: 'import',
    watches: files.length,
    files: files.filter(({ file }) => file !== null).length,
    written: !isDry,
    settings: all.fates,
    secrets: secrets.map(({ name }) => name),
    environment: all.settings,
  });
}

async function printTables(printed: ImportToPrint, output: Output): Promise<void> {
  const { all, files, folder, isDry } = printed;
  const { counted } = await import('../../../presentation/in-words.ts');
  const { printable } = await import('../../../presentation/printable.ts');
  const taken = files.filter(({ file }) => file !== null);
  const verb = isDry ? 'would be imported' : `${taken.length === 1 ? 'was' : 'were'} imported`;
  const of = taken.length === files.length ? '' : ` of ${files.length}`;
  await output.line(
    `${taken.length}${of} ${files.length === 1 ? 'watch' : 'watches'} ${verb}${taken.length === 0 ? '' : `, as project files in ${folder}`}.`,
  );
  const table = new Table(output, ['file', 'every', 'page']);
  for (const { watch, url, file } of files)
    await table.row(file?.name ?? '-', file?.every ?? '-', printable(url === '' ? watch : url));
  await output.line();
  await table.end();
  const fates = [
    ...all.fates.map((fate) => ({ fate, watch: null })),
    ...files.flatMap((each) => each.fates.map((fate) => ({ fate, watch: each.watch }))),
  ];
  for (const [title, became] of titles) {
    const ofKind = fates.filter(({ fate }) => fate.became === became);
    if (ofKind.length > 0) await printFates(title, ofKind, output, printable);
  }
  tellWhatNow(printed, output, counted);
}

const titles = [
  ['Imported', 'imported'],
  ['Not needed here', 'not needed'],
  ['Without an equal here', 'no equal'],
] as const;

/** Prints the same setting of many watches as one line. */
async function printFates(
  title: string,
  fates: readonly { readonly fate: Fate; readonly watch: string | null }[],
  output: Output,
  printable: (text: string) => string,
): Promise<void> {
  await output.line(`\n${output.style('bold', title)}\n`);
  const table = new Table(output, ['setting', 'watch', title === titles[0][0] ? 'now' : 'because']);
  const groups = Map.groupBy(fates, ({ fate }) => `${fate.what}\n${fate.how}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const watches = new Set(group.map(({ watch }) => watch));
    const where = first.watch === null ? 'all' : watches.size === 1 ? first.watch : `${watches.size} watches`;
    await table.row(printable(first.fate.what), printable(where), printable(first.fate.how));
  }
  await table.end();
}

function tellWhatNow(
  { all, files, secrets, folder, isDry }: ImportToPrint,
  output: Output,
  counted: (count: number, what: string) => string,
): void {
  if (isDry) output.note('\nNothing was written. Run it again without --dry-run.');
  if (isDry || files.every(({ file }) => file === null)) return;
  if (secrets.length > 0)
    output.note(
      `\n${counted(secrets.length, 'secret')} stored in the data folder: ${secrets.map(({ name }) => name).join(', ')}`,
    );
  if (all.settings.length > 0)
    output.note(`\nSet before the first run:\n${all.settings.map((one) => `  export ${one}`).join('\n')}`);
  output.note(
    `\nRead the files, then: tidemark projects add ${shellWord(folder)}/*.yaml\nBegin to watch with: tidemark watch`,
  );
}
