import { Command } from 'commander';
import { CliError } from '../errors.ts';
import { outputOf } from '../output.ts';
import { readJsonLines } from '../read-lines.ts';
import { Table } from '../table.ts';

export function robotsCommand(): Command {
  return new Command('robots')
    .description('say what a robots.txt allows')
    .argument(
      '[file]',
      'a JSON object per line: {"robots", "userAgent", "url"}; standard input when left out',
    )
    .action(run);
}

async function run(file: string | undefined, _options: unknown, command: Command): Promise<void> {
  const { isAllowed, parseRobots } = await import('../../access/index.ts');
  const output = outputOf(command);
  const table = new Table(output, ['allowed', 'because', 'url']);
  for await (const { value, line } of readJsonLines(file)) {
    const { robots, userAgent, url } = questionIn(value, line);
    const { allowed, rule, lineNumber } = isAllowed(parseRobots(robots), userAgent, url);
    if (output.json) await output.object({ allowed, rule });
    else
      await table.row(
        allowed ? 'yes' : 'no',
        rule === null ? 'no rule speaks against it' : `line ${lineNumber}: ${rule}`,
        url,
      );
  }
  await table.end();
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
  throw new CliError('CLI_INPUT_INVALID', `line ${line}: needs {"robots", "userAgent", "url"}, each a text.`);
}
