import { Command } from 'commander';
import { CliError } from '../../../cli/errors.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import type { Output } from '../../../cli/output.ts';
import { readData } from '../../../cli/with-data.ts';
import type { UrlExplained } from '../../../project/index.ts';

export function rulesCommand(): Command {
  const test = new Command('test')
    .description('show which rule of a project decides about a URL, and why; fetches nothing')
    .argument('<url...>', 'URLs to try')
    .requiredOption('--project <name>', 'name of the project')
    .action(run);
  return withExamples(new Command('rules'), examples).description('the rules of a project').addCommand(test);
}

async function run(
  urls: readonly string[],
  { project: name }: { readonly project: string },
  command: Command,
): Promise<void> {
  const { readStoredProject } = await import('../../../crawl/projects/project-file.ts');
  const { compileRules, explainUrl } = await import('../../../project/index.ts');
  await readData(command, async ({ projectNamed, output }) => {
    const { definition } = await readStoredProject((await projectNamed(name)).settings);
    const { rules = [] } = definition ?? {};
    if (rules.length === 0) throw new CliError('CLI_OPTION_INVALID', `the project "${name}" has no rules.`);
    const ruleSet = compileRules(rules);
    for (const url of urls) {
      const explained = explainUrl(ruleSet, url);
      if (output.json) await output.object(explained);
      else await print(explained, output);
    }
  });
}

async function print({ url, decision, matching }: UrlExplained, output: Output): Promise<void> {
  await output.line(`${decision.verdict === 'accept' ? 'in ' : 'out'}  ${url}`);
  await output.line(`     ${decision.reason}`);
  for (const { reason, role } of matching) {
    if (role !== 'decides') await output.line(`     ${reason} (${role})`);
  }
}

const examples: Examples = {
  rules: [
    ['tidemark rules test https://example.org/print/1 --project forum', 'does this page belong?'],
    ['tidemark rules test https://example.org/1 https://example.org/2 --project forum', 'several'],
  ],
  'rules test': [
    ['tidemark rules test https://example.org/print/1 --project forum', 'does this page belong?'],
    ['tidemark rules test https://example.org/1 --project forum --json', 'all rules that match'],
  ],
};
