import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CliError } from '../errors.ts';

/** The user's own editor, and what most systems have. */
export function editorOf({ visual, editor }: { readonly visual: string; readonly editor: string }): string {
  return visual || editor || (process.platform === 'win32' ? 'notepad' : 'vi');
}

/** Opens a file in an editor and waits until it is closed. The editor may be a command with options: `code --wait`. */
export async function openInEditor(editor: string, file: string): Promise<void> {
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit' })
      : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === 0) return;
  throw new CliError(
    'CLI_EDITOR_FAILED',
    `the editor "${editor}" ended with ${code === null ? 'a signal' : `code ${code}`}. Set VISUAL or EDITOR to another, or use --set.`,
  );
}
