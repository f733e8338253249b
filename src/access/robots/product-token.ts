/**
 * The name by which robots.txt addresses a crawler, in lower case (RFC 9309 section 2.2.1). The RFC allows letters,
 * `_` and `-`; digits and letters beyond ASCII occur in the wild and are kept. What follows (`/1.0`, a space) is not
 * part of the name. `*` stays itself; a text without a name gives ''.
 */
export function productToken(text: string): string {
  const trimmed = text.trim();
  if (/^\*(?:\s|$)/.test(trimmed)) return '*';
  return (/^[\w\-\u0080-\uffff]*/.exec(trimmed)?.[0] ?? '').toLowerCase();
}

/**
 * The product token inside a User-Agent header. A crawler that sends `Mozilla/5.0 (compatible; ExampleBot/0.1; ...)`
 * is called ExampleBot, as in the example of RFC 9309 section 2.2.1.
 */
export function crawlerToken(userAgent: string): string {
  const compatible = /^mozilla\/[^(]*\(compatible;/i.exec(userAgent);
  return productToken(compatible === null ? userAgent : userAgent.slice(compatible[0].length));
}
