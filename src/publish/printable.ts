/** Control characters, and those that turn the direction of writing around. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text of a stranger's page, fit to be shown on one line: an escape sequence in a title must not clear the screen, and a
 * reversed URL must not look like another one.
 */
export function printable(text: string): string {
  return text.replace(/[\t\n\r]+/g, ' ').replace(unprintable, '\u{fffd}');
}
