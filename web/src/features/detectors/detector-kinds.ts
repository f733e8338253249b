/** The kinds that a form can ask for; docs/detectors.md has all of them, and the project file takes them. */
export const detectorKinds = [
  { id: 'stems', name: 'All of these words, in any form', example: 'virus flu' },
  { id: 'phrase', name: 'These words in a row', example: 'bird flu' },
  { id: 'when', name: 'A condition', example: 'price < 30' },
  { id: 'pattern', name: 'A regular expression', example: 'CVE-\\d{4}-\\d+' },
  { id: 'change', name: 'Any change', example: '' },
] as const;

export type DetectorKind = (typeof detectorKinds)[number]['id'];

/** The detector as a project file writes it. */
export function writtenDetector(kind: DetectorKind, text: string, name: string): Record<string, unknown> {
  const named = name.trim() === '' ? {} : { name: name.trim() };
  switch (kind) {
    case 'stems':
      return { ...named, stems: text.split(/[\s,]+/u).filter((word) => word !== '') };
    case 'phrase':
      return { ...named, phrase: { text: text.trim() } };
    case 'when':
      return { ...named, when: text.trim() };
    case 'pattern':
      return { ...named, pattern: text };
    case 'change':
      return { ...named, change: 'any' };
  }
}

/** A stored detector in one line, whatever its kind. */
export function definitionWords({ name: _, ...definition }: Readonly<Record<string, unknown>>): string {
  return Object.entries(definition)
    .map(([key, value]) => `${kindWords[key] ?? key}: ${shown(value)}`)
    .join('; ');
}

const kindWords: Readonly<Record<string, string>> = {
  stems: 'words in any form',
  words: 'words',
  phrase: 'words in a row',
  when: 'condition',
  pattern: 'regular expression',
};

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value === 'object' && value !== null && Object.keys(value).join() === 'text')
    return `“${Object.values(value)[0]}”`;
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, each]) => `${key} ${shown(each)}`)
      .join(', ');
  return String(value);
}
