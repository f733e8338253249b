/** Control characters, and those that change the direction of writing. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text from a foreign page, safe to show on one line: an escape sequence in a title must not clear the screen, and a
 * reversed URL must not look like another one.
 */
export function printable(text: string): string {
  return text.replace(/[\t\n\r]+/g, ' ').replace(unprintable, '\u{fffd}');
}
