const erase = '\r\u001b[K';

let isShown = false;

/** Whether standard error is a terminal that can write a line anew. `kind` is the variable TERM. */
export function hasLiveLine(kind: string | undefined): boolean {
  return process.stderr.isTTY === true && kind !== 'dumb';
}

/** Shows a line on the terminal in place of the last one; it stays until something else is printed. */
export function showLiveLine(text: string): void {
  isShown = true;
  process.stderr.write(`${erase}${text.slice(0, (process.stderr.columns || 80) - 1)}`);
}

/** Must be called before anything else is printed, on either stream: the terminal may show both. */
export function eraseLiveLine(): void {
  if (!isShown) return;
  isShown = false;
  process.stderr.write(erase);
}
