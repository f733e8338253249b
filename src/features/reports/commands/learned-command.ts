import { Command } from 'commander';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { type Output, terminalOf } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import { changeData, readData } from '../../../cli/with-data.ts';
import type { NamedRule, RuleExplained } from '../learned-rules.ts';

interface Options {
  readonly project?: string;
}

export function learnedCommand(): Command {
  const rule = (name: string, description: string): Command =>
    inProject(
      new Command(name).description(description).argument('<id>', 'id of the rule, or the start of it'),
    );
  return withExamples(new Command('learned'), examples)
    .description('the rules about noise that were learned, in URLs and on pages')
    .addCommand(inProject(new Command('ls').description('list the learned rules')).action(list))
    .addCommand(rule('explain', 'show the evidence for a rule').action(explain))
    .addCommand(
      rule('off', 'switch a rule off: what it took for noise counts as a change again').action(
        switching('off'),
      ),
    )
    .addCommand(rule('on', 'switch a rule on again').action(switching('on')));
}

function inProject(command: Command): Command {
  return command.option('--project <name>', 'look only in this project');
}

async function list(options: Options, command: Command): Promise<void> {
  const { cutEnd } = await import('../../../presentation/terminal/text-width.ts');
  const { printable } = await import('../../../presentation/printable.ts');
  const { namedRules } = await import('../learned-rules.ts');
  await readData(command, async ({ store, projectsNamed, output }) => {
    const { width } = terminalOf(output);
    let count = 0;
    const table = new Table(output, ['id', 'state', 'host', 'rule']);
    for (const project of await projectsNamed(options.project)) {
      for (const rule of await namedRules(store, project)) {
        count++;
        if (output.json) await output.object(ruleObject(rule));
        else {
          const { id, stored, says } = rule;
          const room = Math.max(width - id.length - stored.host.length - 15, 20);
          await table.row(id, stored.state, printable(stored.host), cutEnd(printable(says), room));
        }
      }
    }
    await table.end();
    if (count === 0) output.note('Nothing is learned yet: "tidemark track" learns while it visits a site.');
    else output.note('\nSee the evidence for a rule:  tidemark learned explain ID');
  });
}

async function explain(id: string, options: Options, command: Command): Promise<void> {
  const { explainLearned, findRule } = await import('../learned-rules.ts');
  await readData(command, async ({ store, projectsNamed, output }) => {
    const named = await findRule(store, await projectsNamed(options.project), id);
    const explained = await explainLearned(store, named);
    const { rule, ...facts } = explained;
    if (output.json) await output.object({ ...ruleObject(rule), ...facts });
    else await print(explained, output);
  });
}

async function print({ rule, sinceRun, changedRun, pages, examples }: RuleExplained, output: Output) {
  const { counted } = await import('../../../presentation/in-words.ts');
  const { printable } = await import('../../../presentation/printable.ts');
  const { id, stored, content, says, project } = rule;
  const changed = changedRun === sinceRun ? '' : `, last confirmed or changed in run ${changedRun}`;
  await output.line(`${output.style('bold', id)}  ${printable(says)}`);
  await output.line(`state     ${stored.state}${stored.note === null ? '' : `: ${printable(stored.note)}`}`);
  await output.line(`project   ${project.name}, host ${printable(stored.host)}`);
  await output.line(`learned   in run ${sinceRun}${changed}`);
  if (content.kind === 'site') return;
  const { evidence, examples: values } = content.rule;
  await output.line(`evidence  ${printable(evidence)}`);
  await output.line(`examples  ${values.map((value) => printable(JSON.stringify(value))).join(', then ')}`);
  await output.line(`found     ${whereFound(content, counted(pages, 'page'))}`);
  for (const url of examples) await output.line(`          ${printable(url)}`);
}

function whereFound(content: Exclude<NamedRule['content'], { kind: 'site' }>, onPages: string): string {
  if (content.kind === 'url') return `in the URLs of ${onPages}`;
  const { agreements } = content.rule;
  const doubt = agreements === 0 ? '' : `; the last ${agreements} pairs of fetches agreed there`;
  return `on ${onPages} in the newest run${doubt}`;
}

function switching(state: 'on' | 'off') {
  return async (id: string, options: Options, command: Command): Promise<void> => {
    const { findRule, switchRule } = await import('../learned-rules.ts');
    // Looked up before the data is opened for writing: an unknown rule is reported even while another process is writing.
    const rule = await readData(command, async ({ store, projectsNamed }) =>
      findRule(store, await projectsNamed(options.project), id),
    );
    await changeData(command, `learned ${state}`, async ({ store, output }) => {
      await switchRule(store, rule, state);
      if (output.json) await output.object({ ...ruleObject(rule), state, before: rule.stored.state });
      else await output.line(`${rule.id} is ${state}: ${effectOf(rule, state)}`);
    });
  };
}

/** What changes with the next run. */
function effectOf({ content }: NamedRule, state: 'on' | 'off'): string {
  if (content.kind === 'url') {
    return state === 'off'
      ? 'from the next run on, URLs that differ there are different pages: many may be NEW.'
      : 'from the next run on, URLs that differ only there are one page.';
  }
  if (content.kind === 'site') {
    return state === 'off'
      ? 'the next run no longer applies it, and does not learn it again.'
      : 'the next run applies it.';
  }
  return state === 'off'
    ? 'from the next run on, what differs there is a change, so such pages may be UPD.'
    : 'from the next run on, what differs there is noise again, unless two fetches agree on new words.';
}

function ruleObject({ id, project, stored, says, content }: NamedRule): object {
  const { kind, host, state, note } = stored;
  return { id, project: project.name, kind, host, state, note, says, rule: content.rule };
}

const examples: Examples = {
  learned: [
    ['tidemark learned ls', 'what was learned about noise'],
    ['tidemark learned off 3fa9', 'what this rule took for noise counts again'],
  ],
  'learned ls': [
    ['tidemark learned ls', 'the rules of all projects'],
    ['tidemark learned ls --project example.org', 'those of one'],
  ],
  'learned explain': [
    ['tidemark learned explain 3fa9c01d', 'why it was learned, with examples'],
    ['tidemark learned explain 3fa9 --json', 'the start of the id is enough'],
  ],
  'learned off': [
    ['tidemark learned off 3fa9c01d', 'from the next run on, it is a change again'],
    ['tidemark learned off 3fa9 --project example.org', 'in one project'],
  ],
  'learned on': [
    ['tidemark learned on 3fa9c01d', 'take it for noise again'],
    ['tidemark learned on 3fa9 --project example.org', 'in one project'],
  ],
};
