/**
 * Text as both databases can keep it. PostgreSQL refuses NUL, and neither keeps a lone surrogate, which hostile headers and URLs may have: they
 * become U+FFFD.
 */
export function storableText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed;
}
