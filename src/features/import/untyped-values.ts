// What another program wrote is not trusted to have the shape that its documents say.

/** Text, or a number as text; empty for anything else. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** A list, or one value as a list; empty for nothing. */
export const valuesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined || value === '' ? [] : [value];

/** The texts of a list, without empty ones. */
export const textListOf = (value: unknown): readonly string[] =>
  valuesOf(value)
    .map(textIn)
    .filter((text) => text.trim() !== '');

export type UntypedMap = Readonly<Record<string, unknown>>;

/** A map; empty for anything else. */
export const mapOf = (value: unknown): UntypedMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UntypedMap) : {};

/** A map of texts, as headers are. */
export const textMapOf = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(mapOf(value)).flatMap(([name, one]) => {
      const text = textIn(one);
      return text === '' ? [] : [[name, text]];
    }),
  );
