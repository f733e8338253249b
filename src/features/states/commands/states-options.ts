import type { Command } from 'commander';
import { milliseconds, seconds, wholeNumberFrom } from '../../../cli/crawl/option-values.ts';
import { repeated } from '../../../cli/crawl/site-options.ts';
import { CliError } from '../../../cli/errors.ts';
import type { RunSettings } from '../../../crawl/run/run-settings.ts';
import type { StatesEntry } from '../../../project/index.ts';

/** The options about what is explored are the keys of `states` in a project file; the others are those of every visit. */
export interface StatesOptions
  extends Partial<Pick<RunSettings, 'delay' | 'ignoreRobots' | 'contact' | 'userAgent' | 'proxy'>> {
  readonly maxStates?: number;
  readonly maxDepth?: number;
  readonly maxTime?: number;
  readonly maxStatesPerUrl?: number;
  readonly maxRepeats?: number;
  readonly maxPageTime?: number;
  readonly maxAnswerTime?: number;
  readonly maxTimer?: number;
  readonly contexts?: number;
  readonly setting?: string;
  readonly threshold?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly strip?: readonly string[];
  readonly press?: readonly string[];
  readonly avoid?: readonly string[];
  readonly pressAnything?: boolean;
  readonly allowChanges?: true | readonly string[];
  readonly reset?: string;
  readonly showAvoided?: boolean;
  readonly hover?: boolean;
  readonly key?: readonly string[];
  readonly scroll: boolean;
  readonly fill?: readonly string[];
  readonly seed?: number;
  readonly project?: string;
  readonly export?: readonly string[];
}

export function withStatesOptions(command: Command): Command {
  return command
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
      '--max-page-time <duration>',
      'read a page as it is when it is still busy after this long (default: 10s)',
      seconds('--max-page-time'),
    )
    .option(
      '--max-answer-time <duration>',
      'give up a page that does not answer for this long; four times as long at the second try (default: 5s)',
      seconds('--max-answer-time'),
    )
    .option(
      '--max-timer <duration>',
      'wait for timers of a page up to this long (default: 1s)',
      seconds('--max-timer'),
    )
    .option(
      '--contexts <n>',
      'visitors at once; what is found is the same (default: 1)',
      wholeNumberFrom('--contexts', 1),
    )
    .option(
      '--setting <name>',
      'what "the same" means: content (the same text), structure (the same functions with other data), the name of a calibration set, or a setting such as broder/words:3@0.2 (default: content)',
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
      'press this although it is avoided: delete, buy, send, "log out", change, or a word; may be repeated',
      repeated,
    )
    .option('--avoid <word>', 'do not press what says this; may be repeated', repeated)
    .option('--press-anything', 'press also what deletes, buys, sends or logs out')
    .option(
      '--allow-changes [pattern]',
      'send what may change something on the server: everything, or what goes to addresses that match this regular expression; may be repeated',
      (pattern: string, before: readonly string[] | undefined) => [...(before ?? []), pattern],
    )
    .option(
      '--reset <command or URL>',
      'run this command, or send POST to this URL, before each visit, so that the application begins with the same data',
    )
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
    .option('--delay <ms>', 'milliseconds between two pages or actions (default: 0)', milliseconds('--delay'))
    .option('--ignore-robots', 'do not ask for robots.txt, if you own the site')
    .option('--contact <address>', 'URL or mail address for site owners, sent with every request')
    .option('--user-agent <text>', 'send this instead of Tidemark/VERSION')
    .option('--proxy <url>', 'use this proxy: http://host:port or socks5://host:port')
    .option('--project <name>', 'name of the project (default: the host of the URL)')
    .option(
      '--export <file>',
      'write the graph to this file: .html with pictures and a threshold slider, .json, .graphml or .dot; may be repeated',
      repeated,
    );
}

/** The options about what is explored, as a project file has them. */
export function statesSaid(options: StatesOptions): StatesEntry {
  const { maxStates, maxDepth, maxTime, maxStatesPerUrl, maxRepeats, contexts, setting } = options;
  const { include, exclude, strip, press, avoid, pressAnything, hover, key: keys, seed } = options;
  const { allowChanges, reset } = options;
  const said = {
    ...{ maxStates, maxDepth, maxStatesPerUrl, maxRepeats, contexts, setting },
    ...{ include, exclude, strip, press, avoid, pressAnything, allowChanges, hover, keys, seed },
    reset: reset !== undefined && isWebAddress(reset) ? reset : undefined,
    maxTime: inMilliseconds(maxTime),
    maxPageTime: inMilliseconds(options.maxPageTime),
    maxAnswerTime: inMilliseconds(options.maxAnswerTime),
    maxTimer: inMilliseconds(options.maxTimer),
    threshold: thresholdOf(options),
    scroll: options.scroll ? undefined : false,
    fill: options.fill === undefined ? undefined : Object.fromEntries(options.fill.map(fillRule)),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

const inMilliseconds = (duration: number | undefined): number | undefined =>
  duration === undefined ? undefined : duration * 1000;

/** A reset that is no address is a command of this machine. */
export const resetCommandOf = ({ reset }: StatesOptions): { readonly resetCommand?: string } =>
  reset === undefined || isWebAddress(reset) ? {} : { resetCommand: reset };

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/** The options that every visit to a site has. */
export function visitSaid(options: StatesOptions): Partial<RunSettings> {
  const { delay, ignoreRobots, contact, userAgent, proxy } = options;
  const said = { delay, ignoreRobots, contact, userAgent, proxy };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function thresholdOf({ threshold }: StatesOptions): number | undefined {
  if (threshold === undefined) return undefined;
  const value = Number(threshold);
  if (/^[\d.]+$/.test(threshold) && value >= 0 && value <= 1) return value;
  throw new CliError('CLI_OPTION_INVALID', `--threshold: "${threshold}" is not a number from 0 to 1.`);
}

function fillRule(rule: string): readonly [selector: string, value: string] {
  // A selector may have an equals sign in brackets.
  const [, selector, value] = /^((?:[^=[]|\[[^\]]*\])+)=(.*)$/s.exec(rule) ?? [];
  if (selector !== undefined && value !== undefined) return [selector.trim(), value];
  throw new CliError(
    'CLI_OPTION_INVALID',
    `--fill: "${rule}" is not a selector and a value, as in #city=Dover.`,
  );
}
