import { Command, Option } from 'commander';
import type { ApplicationToExplore } from '../../app/index.ts';
import { interruption } from '../crawl/interruption.ts';
import { seconds, wholeNumberFrom } from '../crawl/option-values.ts';
import { repeated } from '../crawl/site-options.ts';
import { CliError } from '../errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { eraseLiveLine } from '../live-line.ts';
import { configOf, openToWrite } from '../open-data.ts';
import { outputOf } from '../output.ts';
import { StatesReporter } from './states-reporter.ts';
import { checkGraphFile, tellStored } from './tell-stored.ts';

interface Options {
  readonly maxStates?: number;
  readonly maxDepth?: number;
  readonly maxTime?: number;
  readonly maxStatesPerUrl?: number;
  readonly maxRepeats?: number;
  readonly contexts: number;
  readonly setting: 'content' | 'structure';
  readonly threshold?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly strip?: readonly string[];
  readonly press?: readonly string[];
  readonly avoid?: readonly string[];
  readonly pressAnything?: boolean;
  readonly showAvoided?: boolean;
  readonly hover?: boolean;
  readonly key?: readonly string[];
  readonly scroll: boolean;
  readonly fill?: readonly string[];
  readonly seed?: number;
  readonly project?: string;
  readonly export?: readonly string[];
}

export function statesCommand(): Command {
  return new Command('states')
    .description(
      'explore an application in a browser, and tell its states and what leads from one to another',
    )
    .argument('[url]', 'URL where the application starts')
    .option(
      '--max-states <n>',
      'end with this many states (default: 200)',
      wholeNumberFrom('--max-states', 1),
    )
    .option(
      '--max-depth <n>',
      'press at most this many things in a row (default: 10)',
      wholeNumberFrom('--max-depth', 0),
    )
    .option(
      '--max-time <duration>',
      'pause after this long, as in 90s, 10m, 2h (default: 30m)',
      seconds('--max-time'),
    )
    .option(
      '--max-states-per-url <n>',
      'keep at most this many states under one address (default: 50)',
      wholeNumberFrom('--max-states-per-url', 1),
    )
    .option(
      '--max-repeats <n>',
      'press the same thing at most this often in a row when it only brings more of the same (default: 3)',
      wholeNumberFrom('--max-repeats', 1),
    )
    .option(
      '--contexts <n>',
      'visitors at once; what is found is the same',
      wholeNumberFrom('--contexts', 1),
      1,
    )
    .addOption(
      new Option(
        '--setting <name>',
        'what "the same" means: the same text, or the same functions with other data',
      )
        .choices(['content', 'structure'])
        .default('content'),
    )
    .option('--threshold <number>', 'largest distance of near-duplicates (default: that of the setting)')
    .option(
      '--include <pattern>',
      'press only what fits this selector, or text=WORDS; may be repeated',
      repeated,
    )
    .option(
      '--exclude <pattern>',
      'do not press what fits this selector, or text=WORDS; may be repeated',
      repeated,
    )
    .option('--strip <selector>', 'leave these parts out of states; may be repeated', repeated)
    .option(
      '--press <what>',
      'press this although it is avoided: delete, buy, send, "log out", or a word; may be repeated',
      repeated,
    )
    .option('--avoid <word>', 'do not press what says this; may be repeated', repeated)
    .option('--press-anything', 'press also what deletes, buys, sends or logs out')
    .option('--show-avoided', 'print the words of what is not pressed, and end')
    .option('--hover', 'also point at things without pressing them')
    .option('--key <name>', 'also press this key in fields, as in Enter; may be repeated', repeated)
    .option('--no-scroll', 'do not scroll down where there is more')
    .option(
      '--fill <rule>',
      'fill fields that fit a selector with a value, as in #city=Dover; may be repeated',
      repeated,
    )
    .option('--seed <n>', 'fill in other values (default: 1)', wholeNumberFrom('--seed', 0))
    .option('--project <name>', 'name of the project (default: the host of the URL)')
    .option(
      '--export <file>',
      'write the graph to this file: .html with pictures and a threshold slider, .json, .graphml or .dot; may be repeated',
      repeated,
    )
    .action(run);
}

async function run(typed: string | undefined, options: Options, command: Command): Promise<void> {
  const output = outputOf(command);
  if (options.showAvoided === true) {
    const { printAvoidedWords } = await import('./avoided-words.ts');
    return printAvoidedWords(output);
  }
  const { exploreAndKeep, reachedAddress } = await import('../../app/index.ts');
  const { environmentVariable } = await import('../../config/index.ts');
  const wanted = await wantedBy(options);
  const address = webAddress(typed);
  const { export: files = [], project } = options;
  for (const file of files) checkGraphFile(file);
  const url = await reachedAddress(address, { settings: {}, config: await configOf(command) });
  const { store, config } = await openToWrite(command, 'states');
  const stopping = interruption(() => output.note('Ending; press Ctrl-C again to stop at once.'));
  const reporter = new StatesReporter(output, environmentVariable('TERM'));
  try {
    const screenshots = files.some((file) => file.toLowerCase().endsWith('.html'));
    const { exploration, stored, resumed } = await exploreAndKeep(
      store,
      {
        ...wanted,
        url,
        project: project ?? new URL(url).host,
        screenshots,
        signal: stopping.signal,
        onEvent: (event) => reporter.tell(event),
      },
      config,
    );
    if (resumed) output.note(`Exploration ${stored.number} was broken off; it went on from there.`);
    await reporter.end(exploration);
    await tellStored(output, store, stored, files);
    if (exploration.ending === 'interrupted') process.exitCode = exitCodes.interrupted;
  } finally {
    eraseLiveLine();
    stopping.release();
    await store.close();
  }
}

function webAddress(typed: string | undefined): string {
  const address = typed === undefined ? null : URL.parse(typed.includes('://') ? typed : `https://${typed}`);
  if (typed !== undefined && address !== null && /^https?:$/.test(address.protocol)) return typed;
  const what = typed === undefined ? 'say where the application starts' : `"${typed}" is not a web address`;
  throw new CliError('CLI_OPTION_INVALID', `${what}; write https://example.org/.`);
}

async function wantedBy(options: Options): Promise<Partial<ApplicationToExplore>> {
  const { usualCandidates, usualExploreLimits } = await import('../../explore/index.ts');
  const { namedSetting } = await import('../../fingerprint/index.ts');
  const { include, exclude, press, avoid, hover, key, seed } = options;
  return {
    setting: namedSetting(options.setting, thresholdOf(options)),
    contexts: options.contexts,
    limits: {
      states: options.maxStates ?? usualExploreLimits.states,
      depth: options.maxDepth ?? usualExploreLimits.depth,
      timeMs: options.maxTime === undefined ? usualExploreLimits.timeMs : options.maxTime * 1000,
      repeats: options.maxRepeats ?? usualExploreLimits.repeats,
      statesPerUrl: options.maxStatesPerUrl ?? usualExploreLimits.statesPerUrl,
    },
    candidates: {
      ...usualCandidates,
      ...(include && { include }),
      ...(exclude && { exclude }),
      ...(press && { press }),
      ...(avoid && { avoid }),
      ...(hover && { hover }),
      ...(key && { keys: key }),
      ...(seed !== undefined && { seed }),
      pressAnything: options.pressAnything ?? false,
      scroll: options.scroll,
      fill: (options.fill ?? []).map(fillRule),
    },
    strip: options.strip ?? [],
  };
}

function thresholdOf({ threshold }: Options): number | undefined {
  if (threshold === undefined) return undefined;
  const value = Number(threshold);
  if (/^[\d.]+$/.test(threshold) && value >= 0 && value <= 1) return value;
  throw new CliError('CLI_OPTION_INVALID', `--threshold: "${threshold}" is not a number from 0 to 1.`);
}

function fillRule(rule: string): { readonly selector: string; readonly value: string } {
  // A selector may have an equals sign in brackets.
  const [, selector, value] = /^((?:[^=[]|\[[^\]]*\])+)=(.*)$/s.exec(rule) ?? [];
  if (selector !== undefined && value !== undefined) return { selector: selector.trim(), value };
  throw new CliError(
    'CLI_OPTION_INVALID',
    `--fill: "${rule}" is not a selector and a value, as in #city=Dover.`,
  );
}
