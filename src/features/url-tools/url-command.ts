import { Command } from 'commander';
import { wholeNumberFrom } from '../../cli/crawl/option-values.ts';
import { exitCodes } from '../../cli/exit-codes.ts';
import { type Examples, withExamples } from '../../cli/help/examples.ts';
import { readAllLines, readLines } from '../../cli/input.ts';
import { outputOf } from '../../cli/output.ts';
import { Table } from '../../cli/table.ts';
import { equivalenceCommand } from './equivalence-command.ts';
import { errorOf, normalizeCommand } from './normalize-command.ts';

/** `tidemark url ...`: about the names of pages; fetches nothing. */
export function urlCommand(): Command {
  return withExamples(new Command('url'), examples)
    .description('normalise URLs, find session ids, pair links, group equivalent URLs')
    .addCommand(normalizeCommand())
    .addCommand(identityCommand())
    .addCommand(sessionCommand())
    .addCommand(pairCommand())
    .addCommand(equivalenceCommand());
}

function identityCommand(): Command {
  return new Command('identity')
    .description('print each URL without session ids: the name of the page')
    .argument('[file]', 'file with one URL per line (default: standard input)')
    .action(printIdentities);
}

async function printIdentities(file: string | undefined, _options: unknown, command: Command): Promise<void> {
  const { identityOf, UrlError } = await import('../../url/index.ts');
  const output = outputOf(command);
  const table = new Table(output, ['removed', 'identity']);
  for await (const input of readLines(file)) {
    try {
      const { identity, removed } = identityOf(input);
      if (output.json) await output.object({ input, identity, removed });
      else await table.row(removed.map(({ text, rule }) => `${text} (${rule})`).join(', ') || '-', identity);
    } catch (error) {
      if (!(error instanceof UrlError)) throw error;
      process.exitCode = exitCodes.failed;
      if (output.json) await output.object({ input, error: errorOf(error) });
      else await table.row(output.style('red', 'error'), error.message);
    }
  }
  await table.end();
}

function sessionCommand(): Command {
  return new Command('session')
    .description('find the session id in the links of a page')
    .argument('[a]', 'file with the links of a page, one per line (default: standard input)')
    .argument('[b]', 'file with the links of the same page in another session')
    .option('--length <k>', 'length of the session id, if known', wholeNumberFrom('--length', 1))
    .action(printSessionId);
}

async function printSessionId(
  fileA: string | undefined,
  fileB: string | undefined,
  options: { readonly length?: number },
  command: Command,
): Promise<void> {
  const { findSession } = await import('../../url/index.ts');
  const output = outputOf(command);
  const linksA = await readAllLines(fileA);
  const linksB = fileB === undefined ? null : await readAllLines(fileB);
  const found = findSession(linksA, linksB, options.length === undefined ? {} : { length: options.length });
  if (output.json) return output.object(found);
  if (found.length === null) return output.line(`${found.how.charAt(0).toUpperCase()}${found.how.slice(1)}.`);
  await output.line(
    `Session id of length ${found.length}: ${found.a}${found.b === null ? '' : ` and ${found.b}`}`,
  );
  await output.line(`Because: ${found.how}.`);
  const table = new Table(output, ['links', 'candidate']);
  for (const { text, count } of found.candidates) await table.row(String(count), text);
  await table.end();
}

function pairCommand(): Command {
  return new Command('pair')
    .description('pair the links of a page that was fetched in two sessions')
    .argument('<a>', 'file with the links of a page, one per line (- for standard input)')
    .argument('<b>', 'file with the links of the same page in another session')
    .action(printPairs);
}

async function printPairs(fileA: string, fileB: string, _options: unknown, command: Command): Promise<void> {
  const { describePlace, pairLinks } = await import('../../url/index.ts');
  const output = outputOf(command);
  const found = pairLinks(await readAllLines(fileA), await readAllLines(fileB));
  const rules = found.rules.map((rule) => ({ ...rule, place: describePlace(rule.place), at: rule.place }));
  if (output.json) return output.object({ ...found, rules });
  const table = new Table(output, ['', 'link']);
  for (const [a, b] of found.pairs) {
    await table.row('both', a);
    if (a !== b) await table.row('', b);
  }
  for (const link of found.onlyA) await table.row('only a', link);
  for (const link of found.onlyB) await table.row('only b', link);
  await table.end();
  await output.line();
  await output.line(
    `${found.pairs.length} ${found.pairs.length === 1 ? 'pair' : 'pairs'}, ${found.onlyA.length} only in a, ${found.onlyB.length} only in b.`,
  );
  for (const { kind, evidence } of found.rules) await output.line(`Learned a ${kind}: ${evidence}.`);
}

const examples: Examples = {
  url: [
    ['echo HTTP://Example.org:80/a/../b | tidemark url normalize', 'one spelling for each URL'],
    ['tidemark url pair first-visit.txt second-visit.txt', 'links of a page in two sessions'],
  ],
  'url normalize': [
    ['echo HTTP://Example.org:80/a/../b | tidemark url normalize --explain', 'and which rule did what'],
    ['tidemark url normalize urls.txt --rules tracking-parameters', 'also without utm_source'],
  ],
  'url identity': [
    [
      "echo 'http://example.org/list;jsessionid=0A1B2C?page=2' | tidemark url identity",
      'without the session id',
    ],
    ['tidemark url identity urls.txt --json', 'a file with one URL on each line'],
  ],
  'url session': [
    ['tidemark url session first-visit.txt second-visit.txt', 'what differs between two visits'],
    ['tidemark url session links.txt --length 32', 'one visit, if the length is known'],
  ],
  'url pair': [
    ['tidemark url pair first-visit.txt second-visit.txt', 'which link is which'],
    ['tidemark url pair first-visit.txt second-visit.txt --json', 'with the rules that follow'],
  ],
  'url equivalence': [
    ['tidemark url equivalence pages.jsonl', 'which URLs name the same page'],
    ['tidemark url equivalence pages.jsonl --method strict', 'only where that is certain'],
  ],
};
