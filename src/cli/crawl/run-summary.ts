import type { RuleTableRow } from '../../project/index.ts';
import type { Output } from '../output.ts';
import { Table } from '../table.ts';

/** What each rule of a project decided in a run. A rule that never matched is listed with zeros: it may be wrong. */
export async function printRulesTable(rules: readonly RuleTableRow[], output: Output): Promise<void> {
  if (rules.length === 0) return;
  if (output.json) {
    await output.object({ event: 'rules', rules });
    return;
  }
  await output.line();
  const table = new Table(output, ['rule', 'let in', 'kept out', 'says', 'for example']);
  for (const { rule, letIn, keptOut, says, name, examples } of rules) {
    const label = name === null ? String(rule) : `${rule} (${name})`;
    await table.row(
      label,
      String(letIn),
      String(keptOut),
      says.replace(/^rule [^:]*: /, ''),
      examples[0] ?? '',
    );
  }
  await table.end();
}
