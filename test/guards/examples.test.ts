import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandTree, examplesOf } from '../../src/cli/help/examples.ts';
import { tidemarkProgram } from '../../src/main/program.ts';

const tree = commandTree(tidemarkProgram());

/** The command line of an example without what is piped into it, and where its output goes. */
function wordsOf(line: string): readonly string[] {
  const [, own = ''] = /(?:^|\| |<\()(tidemark(?: [^|>)]*)?)/.exec(line.replace(/'[^']*'(?= \|)/, '')) ?? [];
  return [...own.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}

/** The command that a line leads to; throws where the line is not valid. */
async function commandOf(line: string): Promise<string> {
  const program = tidemarkProgram();
  const found: string[] = [];
  for (const { command, path } of commandTree(program)) {
    command.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
    if (command.commands.length === 0) command.action(() => void found.push(path.join(' ')));
  }
  await program.parseAsync(['node', ...wordsOf(line)]);
  return found[0] ?? '';
}

function helpOf(command: Command): string {
  const printed: string[] = [];
  command.configureOutput({ writeOut: (text) => void printed.push(text) });
  command.outputHelp();
  return printed.join('');
}

describe('examples', () => {
  it('belong to commands that exist', () => {
    const named = tree.flatMap(({ command }) => Object.keys(examplesOf(command)));
    expect(named.toSorted()).toEqual(tree.map(({ path }) => path.join(' ')).toSorted());
  });

  it.each(tree.map((each) => ({ name: ['tidemark', ...each.path].join(' '), ...each })))(
    '$name: two or three at the end of its help, each of which is a valid command line',
    async ({ name, path, command, examples: some }) => {
      expect([2, 3]).toContain(some.length);
      const end = helpOf(command).split('\nExamples:\n')[1] ?? '';
      for (const [line, what] of some) {
        expect(end).toContain(`  ${line}\n      ${what}\n`);
        expect(line).toContain(name);
        expect((await commandOf(line)).startsWith(path.join(' '))).toBe(true);
      }
    },
  );
});
