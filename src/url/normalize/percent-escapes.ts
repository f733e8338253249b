/** Letters, digits and `-._~` mean the same with and without an escape (RFC 3986, section 2.3). */
function isUnreserved(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x5f ||
    code === 0x7e
  );
}

/** The value of a hexadecimal digit, or -1. NaN, the code past the end of a text, is not a digit. */
function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  if (code >= 0x41 && code <= 0x46) return code - 0x37;
  if (code >= 0x61 && code <= 0x66) return code - 0x57;
  return -1;
}

/** The octet of the escape whose `%` is at `at`, or -1 when that `%` begins no escape. */
function octetAt(text: string, at: number): number {
  const high = hexValue(text.charCodeAt(at + 1));
  if (high < 0) return -1;
  const low = hexValue(text.charCodeAt(at + 2));
  return low < 0 ? -1 : high * 16 + low;
}

/** What each octet's escape becomes: the unreserved character itself, or the escape in upper case. */
const upperCaseEscapes: readonly string[] = Array.from(
  { length: 256 },
  (_, octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`,
);
const normalForms: readonly string[] = upperCaseEscapes.map((upperCase, octet) =>
  isUnreserved(octet) ? String.fromCharCode(octet) : upperCase,
);

/**
 * Escapes of unreserved characters decoded, the others in upper case.
 *
 * An escape right after a lone `%`, or after a lone `%` and one digit, is not decoded: its character would
 * complete an escape that the address does not have (`%%34%31` is not `%41`).
 */
export function normalizeEscapes(text: string): string {
  let out = '';
  let copied = 0;
  /** Where an escape must not be decoded: right after a lone `%`, or one digit further. */
  let afterLone = -1;
  let afterLoneAndDigit = -1;
  let at = text.indexOf('%');
  while (at >= 0) {
    const octet = octetAt(text, at);
    if (octet < 0) {
      afterLone = at + 1;
      afterLoneAndDigit = hexValue(text.charCodeAt(at + 1)) < 0 ? -1 : at + 2;
      at = text.indexOf('%', at + 1);
      continue;
    }
    const forms = at === afterLone || at === afterLoneAndDigit ? upperCaseEscapes : normalForms;
    const form = forms[octet] ?? '';
    // Most escapes are already normal: then nothing is copied.
    if (!text.startsWith(form, at)) {
      out += text.slice(copied, at) + form;
      copied = at + 3;
    }
    at = text.indexOf('%', at + 3);
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** Lower case everywhere but in escapes, whose normal form is upper case (RFC 3986, section 6.2.2.1). */
export function lowerCaseAroundEscapes(text: string): string {
  let at = text.indexOf('%');
  if (at < 0) return text.toLowerCase();
  let out = '';
  let copied = 0;
  while (at >= 0) {
    if (octetAt(text, at) < 0) {
      at = text.indexOf('%', at + 1);
      continue;
    }
    out += text.slice(copied, at).toLowerCase() + text.slice(at, at + 3);
    copied = at + 3;
    at = text.indexOf('%', copied);
  }
  return out + text.slice(copied).toLowerCase();
}
