import { Command } from 'commander';
import type { TidemarkError } from '../../base/index.ts';
import { wholeNumberFrom } from '../../cli/crawl/option-values.ts';
import { CliError } from '../../cli/errors.ts';
import { exitCodes } from '../../cli/exit-codes.ts';
import { type Examples, withExamples } from '../../cli/help/examples.ts';
import { readAllLines, readLines } from '../../cli/input.ts';
import { outputOf } from '../../cli/output.ts';
import { Table } from '../../cli/table.ts';
import { equivalenceCommand } from './equivalence-command.ts';

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

interface Options {
  readonly base?: string;
  readonly rules?: string;
  readonly keepFragment?: boolean;
  readonly explain?: boolean;
}

function normalizeCommand(): Command {
  return new Command('normalize')
    .description('print each URL in its standard spelling')
    .argument('[file]', 'file with one URL per line (default: standard input)')
    .option('--base <url>', 'resolve relative URLs against this one')
    .option(
      '--rules <names>',
      'more rules, separated by commas: lower-case-path, default-page, trailing-slash, tracking-parameters, extended (the first three), all',
    )
    .option('--keep-fragment', 'keep the part after #')
    .option('--explain', 'show which rule changed what')
    .action(run);
}

async function run(file: string | undefined, options: Options, command: Command): Promise<void> {
  const { explainNormalization, normalizeUrl, UrlError } = await import('../../url/index.ts');
  const settings = { base: options.base, rules: await rulesOf(options) };
  const output = outputOf(command);
  const table = new Table(output, ['input', 'url']);
  if (options.base !== undefined && !URL.canParse(options.base)) {
    throw new CliError(
      'CLI_OPTION_INVALID',
      `--base: "${options.base}" is not an absolute URL; write http://host/path.`,
    );
  }
  for await (const input of readLines(file)) {
    try {
      const { url, steps } = options.explain
        ? explainNormalization(input, settings)
        : { url: normalizeUrl(input, settings), steps: [] };
      if (output.json) await output.object(options.explain ? { input, url, steps } : { input, url });
      else await table.row(input, url);
      if (!output.json)
        for (const step of steps) await table.row(`  ${step.rule}`, `${step.after}  (${step.why})`);
    } catch (error) {
      if (!(error instanceof UrlError)) throw error;
      process.exitCode = exitCodes.failed;
      if (output.json) await output.object({ input, error: errorOf(error) });
      else await table.row(input, output.style('red', `error: ${error.message}`));
    }
  }
  await table.end();
}

/** An error in one input line, for JSON. */
function errorOf({ code, message }: TidemarkError): { code: string; message: string } {
  return { code, message };
}

async function rulesOf({ rules, keepFragment }: Options) {
  const { extendedRules, standardRules, trackingParameters } = await import('../../url/index.ts');
  const optional = [...extendedRules, trackingParameters];
  const named = (name: string) => {
    if (name === 'all') return optional;
    if (name === 'extended') return extendedRules;
    const rule = optional.find((candidate) => candidate.name === name);
    if (rule !== undefined) return [rule];
    const known = [...optional.map((candidate) => candidate.name), 'extended', 'all'].join(', ');
    throw new CliError('CLI_OPTION_INVALID', `--rules: there is no rule "${name}". Known: ${known}.`);
  };
  const more = (rules ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .flatMap(named);
  if (more.length === 0 && !keepFragment) return standardRules;
  return [...standardRules.filter(({ name }) => !(keepFragment && name === 'no-fragment')), ...more];
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
