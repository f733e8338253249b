import { Command } from 'commander';
import { z } from 'zod';
import { CliError } from '../errors.ts';
import { outputOf } from '../output.ts';
import { readJsonLines } from '../read-lines.ts';
import { Table } from '../table.ts';

const question = z.object({ robots: z.string(), userAgent: z.string(), url: z.string() });

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
    const asked = question.safeParse(value);
    if (!asked.success) {
      throw new CliError(
        'CLI_INPUT_INVALID',
        `line ${line}: needs {"robots", "userAgent", "url"}, each a text.`,
      );
    }
    const { robots, userAgent, url } = asked.data;
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
