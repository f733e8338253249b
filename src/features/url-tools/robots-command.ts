import { Command } from 'commander';
import { CliError } from '../../cli/errors.ts';
import { type Examples, withExamples } from '../../cli/help/examples.ts';
import { readJsonLines } from '../../cli/input.ts';
import { outputOf } from '../../cli/output.ts';
import { Table } from '../../cli/table.ts';

export function robotsCommand(): Command {
  return withExamples(new Command('robots'), examples)
    .description('show what a robots.txt allows; fetches nothing')
    .argument(
      '[file]',
      'file with one JSON object per line: {"robots", "userAgent", "url"} (default: standard input)',
    )
    .action(run);
}

const QUESTION =
  'Each line is an object such as {"robots": "User-agent: *\\nDisallow: /private", "userAgent": "tidemark", "url": "https://example.org/"}.';

async function run(file: string | undefined, _options: unknown, command: Command): Promise<void> {
  const { isAllowed, parseRobots } = await import('../../access/index.ts');
  const output = outputOf(command);
  const table = new Table(output, ['allowed', 'because', 'url']);
  for await (const { value, line } of readJsonLines(file, QUESTION)) {
    const { robots, userAgent, url } = questionIn(value, line);
    const { allowed, rule, lineNumber } = isAllowed(parseRobots(robots), userAgent, url);
    if (output.json) await output.object({ allowed, rule });
    else await table.row(allowed ? 'yes' : 'no', reasonFor(rule, lineNumber), url);
  }
  await table.end();
}

function reasonFor(rule: string | null, lineNumber: number | null): string {
  if (rule === null) return 'no rule forbids it';
  return lineNumber === null ? rule : `line ${lineNumber}: ${rule}`;
}

interface Question {
  readonly robots: string;
  readonly userAgent: string;
  readonly url: string;
}

function questionIn(value: unknown, line: number): Question {
  const { robots, userAgent, url } = (value ?? {}) as Partial<Record<keyof Question, unknown>>;
  if (typeof robots === 'string' && typeof userAgent === 'string' && typeof url === 'string') {
    return { robots, userAgent, url };
  }
  throw new CliError('CLI_INPUT_INVALID', `line ${line} is not a question. ${QUESTION}`);
}

const examples: Examples = {
  robots: [
    ['tidemark robots questions.jsonl', 'may these URLs be fetched?'],
    [
      `echo '{"robots": "User-agent: *\\nDisallow: /a", "userAgent": "Tidemark", "url": "/a"}' | tidemark robots`,
      'a single question',
    ],
  ],
};
