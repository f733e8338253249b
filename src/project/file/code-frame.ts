import type { FileProblem } from './file-problem.ts';
import { hiddenLine } from './hidden-secrets.ts';

const WIDEST = 100;

/** The line of a problem and the one before it, with the place marked, as compilers show them. Empty for an empty file. */
export function codeFrame(text: string, { line, column, length }: FileProblem): string {
  if (text.trim() === '') return '';
  const lines = text.split(/\r?\n/);
  const width = String(line).length;
  const row = (number: number, content: string) => `${String(number).padStart(width)} | ${content}`.trimEnd();
  const shown: string[] = [];
  if ((lines[line - 2] ?? '').trim() !== '')
    shown.push(row(line - 1, clip(hiddenLine(lines, line - 2).line)));
  const hidden = hiddenLine(lines, line - 1);
  shown.push(row(line, clip(hidden.line)));
  const start = Math.min(hidden.shift(column - 1), WIDEST);
  const end = Math.min(hidden.shift(column - 1 + length), hidden.line.length, WIDEST);
  // A tab is as wide as the terminal makes it.
  const before = hidden.line.slice(0, start).replace(/[^\t]/g, ' ').padEnd(start);
  shown.push(`${' '.repeat(width)} | ${before}${'^'.repeat(Math.max(1, end - start))}`);
  return shown.join('\n');
}

const clip = (line: string): string => (line.length > WIDEST ? `${line.slice(0, WIDEST - 1)}…` : line);
