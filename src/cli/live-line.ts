import { stripVTControlCharacters } from 'node:util';

/** To the beginning of the first of so many lines, and everything from there on erased. */
const erased = (lines: number): string => (lines > 1 ? `\r\u001b[${lines - 1}A\u001b[J` : '\r\u001b[K');

let shown = 0;

/** Whether standard error is a terminal that can write a line anew. `kind` is the variable TERM. */
export function hasLiveLine(kind: string | undefined): boolean {
  return process.stderr.isTTY === true && kind !== 'dumb';
}

/** Shows a line on the terminal in place of the last one; it stays until something else is printed. */
export function showLiveLine(text: string): void {
  showLiveLines([text]);
}

/** The same with several lines. What does not fit on the screen is counted: lines that scroll away could not be erased. */
export function showLiveLines(lines: readonly string[]): void {
  const columns = Math.max((process.stderr.columns || 80) - 1, 1);
  const most = Math.max((process.stderr.rows || 24) - 1, 1);
  const fitting =
    lines.length <= most ? lines : [...lines.slice(0, most - 1), `and ${lines.length - most + 1} more`];
  const text = fitting.map((line) => cutToWidth(line, columns)).join('\n');
  process.stderr.write(`${erased(shown)}${text}`);
  shown = fitting.length;
}

/** Must be called before anything else is printed, on either stream: the terminal may show both. */
export function eraseLiveLine(): void {
  if (shown === 0) return;
  process.stderr.write(erased(shown));
  shown = 0;
}

/** Signs of Latin, Greek and Cyrillic take one column; any other may take two. A line that is too long would become two. */
function cutToWidth(text: string, columns: number): string {
  const plain = stripVTControlCharacters(text).replace(/\s/g, ' ');
  let width = 0;
  let end = 0;
  for (const sign of plain) {
    width += sign <= '\u1fff' || sign === '…' || sign === '“' || sign === '”' ? 1 : 2;
    if (width > columns) break;
    end += sign.length;
  }
  return plain.slice(0, end);
}
