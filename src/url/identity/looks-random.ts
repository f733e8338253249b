import { isReadable } from './plain-word.ts';

/**
 * Whether a value looks as if a machine drew it: long enough, and not words or numbers that a person
 * could have chosen. Used where only the look can decide (`sid=42` selects content, `sid=9682993c8daa...` does not).
 */
export function looksRandom(value: string): boolean {
  const text = decodeEscapes(value);
  const solid = text.replace(/[^a-z0-9]/gi, '');
  if (solid.length < 8) return false;
  if (/^[0-9]+$/.test(solid)) return solid.length >= 14;
  if (/^[0-9a-f]+$/i.test(solid) && solid.length >= 16 && /[0-9]/.test(solid)) return true;
  if (isReadable(text)) return false;
  if (/^[a-z]+$/i.test(solid)) return solid.length >= 12;
  if (solid.length >= 14) return changesOfKind(solid) >= 3;
  return solid.length >= 10
    ? changesOfKind(solid) * 4 > solid.length
    : changesOfKind(solid) * 2 >= solid.length;
}

/** How often letters, capitals and digits follow one another: a drawn string changes all the time. */
function changesOfKind(text: string): number {
  let changes = 0;
  for (let i = 1; i < text.length; i++) if (kindOf(text.charAt(i)) !== kindOf(text.charAt(i - 1))) changes++;
  return changes;
}

function kindOf(character: string): number {
  if (character >= '0' && character <= '9') return 0;
  return character >= 'a' ? 1 : 2;
}

function decodeEscapes(value: string): string {
  return value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
