import type { Output } from '../output.ts';
import { Table } from '../table.ts';

/** The words of what is not pressed, by what pressing it would do. */
export async function printAvoidedWords(output: Output): Promise<void> {
  const { avoidedWords } = await import('../../explore/index.ts');
  const entries = Object.entries(avoidedWords).map(([kind, words]) => ({ kind, words: [...new Set(words)] }));
  if (output.json) {
    for (const entry of entries) await output.object(entry);
    return;
  }
  const table = new Table(output, ['it may', 'words']);
  for (const { kind, words } of entries) await table.row(kind, words.join(', '));
  await table.end();
}
