import { Command } from 'commander';
import { milliseconds, seconds, wholeNumberFrom } from '../../../cli/crawl/option-values.ts';
import { repeated } from '../../../cli/crawl/site-options.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';

/** Every subcommand loads its action when it runs. */
export function calibrateCommand(): Command {
  return withExamples(new Command('calibrate'), examples)
    .description('find the setting that recognises near-duplicate states best on your own sites')
    .addCommand(recordCommand())
    .addCommand(runCommand())
    .addCommand(reportCommand())
    .addCommand(
      new Command('ls')
        .description('list the sets: sites, states, verdicts, settings that were tried')
        .action(async (options: unknown, command: Command) =>
          (await import('./set-commands.ts')).listSets(options, command),
        ),
    )
    .addCommand(
      new Command('judges')
        .description('say which users see and judge a set, beside administrators')
        .argument('<set>', 'name of the set')
        .argument('[users...]', 'all who may; without them, prints who may')
        .option('--none', 'no one else')
        .action(async (set: string, users: readonly string[], options, command: Command) =>
          (await import('./set-commands.ts')).allowJudges(set, users, options, command),
        ),
    )
    .addCommand(
      new Command('export')
        .description('write what was recorded and judged to one file')
        .argument('<set>', 'name of the set')
        .argument('<file>', 'file to write')
        .action(async (set: string, file: string, _: unknown, command: Command) =>
          (await import('./set-commands.ts')).exportSet(set, file, command),
        ),
    )
    .addCommand(
      new Command('import')
        .description('read a set from a file that export wrote')
        .argument('<file>', 'file to read')
        .option('--set <name>', 'the set that they belong to (default: its own)')
        .action(async (file: string, { set }: { readonly set?: string }, command: Command) =>
          (await import('./set-commands.ts')).importSet(file, set ?? null, command),
        ),
    )
    .addCommand(
      new Command('rm')
        .description('remove a set with all that was recorded, judged and computed')
        .argument('<set>', 'name of the set')
        .action(async (set: string, _: unknown, command: Command) =>
          (await import('./set-commands.ts')).removeSet(set, command),
        ),
    );
}

function recordCommand(): Command {
  return new Command('record')
    .description('record applications in a browser: every change is a state of its own, with its picture')
    .argument(
      '<sites...>',
      'URLs where the applications start, project files, or names of projects that exist',
    )
    .requiredOption('--set <name>', 'the set that they belong to')
    .option(
      '--max-states <n>',
      'end with this many states (default: 400)',
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
      '--contexts <n>',
      'visitors at once; what is found is the same (default: 1)',
      wholeNumberFrom('--contexts', 1),
    )
    .option('--strip <selector>', 'leave these parts out of states; may be repeated', repeated)
    .option('--delay <ms>', 'milliseconds between two pages or actions (default: 0)', milliseconds('--delay'))
    .option('--ignore-robots', 'do not ask for robots.txt, if you own the site')
    .action(async (sites, options, command) =>
      (await import('./record-sites.ts')).recordSites(sites, options, command),
    );
}

function runCommand(): Command {
  const most = wholeNumberFrom;
  return new Command('run')
    .description('try settings on what was recorded; several at once, on one machine or many, share the work')
    .argument('<set>', 'name of the set')
    .option(
      '--algorithms <names>',
      'crawlhash, crawlhash64, broder, minhash, super-shingles, bucket-hash, content, structure, with commas (default: crawlhash,broder,content,structure)',
    )
    .option(
      '--kinds <kinds>',
      'kinds and sizes of features, with commas (default: words:1-9,sentences:1-6,chars:1-15,links)',
    )
    .option('--steps <n>', 'thresholds for each algorithm (default: 14 to 31)', most('--steps', 2))
    .option(
      '--threads <n>',
      'threads that share the work (default: one for each processor)',
      most('--threads', 1),
    )
    .option('--search', 'look for the best setting instead of trying all')
    .option(
      '--budget <n>',
      'with --search: evaluations at most, looks and replays together (default: 15 % of all)',
      most('--budget', 1),
    )
    .option(
      '--seed <n>',
      'with --search: another seed looks in another order (default: 1)',
      most('--seed', 0),
    )
    .option('--weight <number>', 'how much a missed state counts beside a duplicate one (default: 1)')
    .action(async (set, options, command) =>
      (await import('./run-settings-grid.ts')).tryGrid(set, options, command),
    );
}

function reportCommand(): Command {
  return new Command('report')
    .description(
      'print the recommended setting, what it costs, and how it does on sites it was not chosen on',
    )
    .argument('<set>', 'name of the set')
    .option('--weight <number>', 'how much a missed state counts beside a duplicate one (default: 1)')
    .option('--html <file>', 'write an HTML page to this file')
    .action(async (set, options, command) =>
      (await import('./report-set.ts')).reportSet(set, options, command),
    );
}

const examples: Examples = {
  calibrate: [
    ['tidemark calibrate record http://localhost:3000/ --set mine', 'keep every state that can be seen'],
    ['tidemark calibrate run mine', 'try about a thousand settings on them'],
    ['tidemark calibrate report mine --html mine.html', 'the setting that fits, once people have judged'],
  ],
  'calibrate record': [
    ['tidemark calibrate record a.example.org b.example.org --set mine', 'two sites in one set'],
    ['tidemark calibrate record shop.yaml --set mine', 'behind the log-in of a project file'],
  ],
  'calibrate run': [
    ['tidemark calibrate run mine', 'the grid of the published figures'],
    ['tidemark calibrate run mine --search --budget 150', 'nearly as good, with fewer tries'],
    [
      'tidemark calibrate run mine --threads 8',
      'on a second machine with the same database: they share the work',
    ],
  ],
  'calibrate judges': [
    ['tidemark calibrate judges mine ada zoe', 'these two, beside administrators'],
    ['tidemark calibrate judges mine', 'who may judge it'],
  ],
  'calibrate report': [
    ['tidemark calibrate report mine', 'the recommended setting'],
    [
      'tidemark calibrate report mine --weight 3 --html mine.html',
      'rather three states twice than one missed',
    ],
  ],
  'calibrate ls': [
    ['tidemark calibrate ls', 'sets, and the progress of each'],
    ['tidemark calibrate ls --json', 'for programs, with the sites of each'],
  ],
  'calibrate export': [
    ['tidemark calibrate export mine mine.calibration', 'to another machine'],
    ['tidemark calibrate export shop shop.calibration', 'before it is removed here'],
  ],
  'calibrate import': [
    ['tidemark calibrate import mine.calibration --set theirs', 'under another name'],
    ['tidemark calibrate import mine.calibration', 'under its own name'],
  ],
  'calibrate rm': [
    ['tidemark calibrate rm mine', 'all of it'],
    ['tidemark calibrate rm mine --quiet', 'without a word'],
  ],
};
