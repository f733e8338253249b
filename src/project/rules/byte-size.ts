/** In steps of 1024, as the command line has them; the largest first, in the order in which they are tried when written. */
const letters: readonly (readonly [string, number])[] = [
  ['T', 2 ** 40],
  ['G', 2 ** 30],
  ['M', 2 ** 20],
  ['k', 2 ** 10],
];

/** As SI and IEC have them; in any case when they are read. */
export const byteUnits: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['b', 1],
  ['byte', 1],
  ['bytes', 1],
  ...letters.flatMap(([letter, factor], i): [string, number][] => [
    [letter.toLowerCase(), factor],
    [`${letter.toLowerCase()}b`, 1000 ** (letters.length - i)],
    [`${letter.toLowerCase()}ib`, factor],
  ]),
]);

/** `200k`, `1.5M`, `1G` (steps of 1024), `5 MB` (steps of 1000), or a number of bytes. Null when it is nothing of the kind. */
export function byteSize(text: string | number): number | null {
  if (typeof text === 'number') return Number.isSafeInteger(text) && text >= 0 ? text : null;
  const [, number, unit = ''] = /^\s*(\d{1,15}(?:\.\d{1,6})?)\s*([a-z]{0,5})\s*$/i.exec(text) ?? [];
  const factor = byteUnits.get(unit.toLowerCase());
  return number === undefined || factor === undefined ? null : Math.round(Number(number) * factor);
}

/** The shortest way to write so many bytes exactly. */
export function writeByteSize(bytes: number): string | number {
  const unit = letters.find(([, factor]) => bytes % factor === 0);
  return unit === undefined ? bytes : `${bytes / unit[1]}${unit[0]}`;
}
