import { Command, Option } from 'commander';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { readLines } from '../../../cli/input.ts';
import { outputOf } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';

export function stemCommand(): Command {
  return withExamples(new Command('stem'), examples)
    .description('show the stems of words, as detectors compare them')
    .argument('[words...]', 'words (default: one per line from standard input)')
    .addOption(
      new Option('--lang <code>', 'language of the words')
        .choices(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'pl'])
        .makeOptionMandatory(),
    )
    .action(run);
}

async function run(
  words: readonly string[],
  { lang }: { readonly lang: string },
  command: Command,
): Promise<void> {
  const { foldedWord, loadStemmers, stemLanguages } = await import('../../../detect/index.ts');
  const language = stemLanguages.find((code) => code === lang) ?? 'en';
  const stem = (await loadStemmers()).of(language);
  const output = outputOf(command);
  const table = new Table(output, ['word', 'stem']);
  for await (const line of words.length > 0 ? words : readLines(undefined)) {
    const word = line.trim();
    const found = stem(foldedWord(word));
    if (output.json) await output.object({ word, stem: found });
    else await table.row(word, found);
  }
  await table.end();
}

const examples: Examples = {
  stem: [
    ['tidemark stem --lang pl wirusów grypie', 'the stems of two Polish words'],
    ['tidemark stem --lang en --json < words.txt', 'one word per line, as JSON'],
  ],
};
