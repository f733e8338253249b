/**
 * Text as both databases can keep it. PostgreSQL refuses NUL, and neither keeps a lone surrogate, yet a hostile
 * header or URL may hold both: they become U+FFFD, because one odd character must not stop a crawl.
 */
export function storableText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed;
}
