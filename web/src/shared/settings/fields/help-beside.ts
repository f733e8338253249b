/** What the schema says about a field, without what its label says already. */
export function helpBeside(label: string, words: string | undefined): string | undefined {
  if (words === undefined || words === `${label}.`) return undefined;
  return words.startsWith(`${label}. `) ? words.slice(label.length + 2) : words;
}
