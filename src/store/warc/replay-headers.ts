type Header = [name: string, value: string];

/** They describe how the body travelled. It is stored decoded, so a replay that believed them would fail. */
const ofTheTransfer = new Set(['content-encoding', 'transfer-encoding', 'content-length', 'trailer']);

/** A header is one line, whatever a server managed to send. */
const oneLine = (value: string) => value.replace(/[\r\n\0]+/g, ' ');

/**
 * Response headers that fit the stored body. What they replace is kept under `X-Archive-Orig-`, as web archives
 * do. Repeated headers become one (RFC 9110, section 5.3), except Set-Cookie, which must not be joined.
 */
export function replayHeaders(headers: readonly (readonly [string, string])[], bodyLength: number): Header[] {
  const joined = new Map<string, string>();
  const cookies: Header[] = [];
  for (const [name, raw] of headers) {
    const key = name.toLowerCase();
    const value = oneLine(raw);
    if (key === 'set-cookie') {
      cookies.push([name, value]);
      continue;
    }
    const kept = ofTheTransfer.has(key) ? `X-Archive-Orig-${key}` : key;
    const before = joined.get(kept);
    joined.set(kept, before === undefined ? value : `${before}, ${value}`);
  }
  return [...joined, ...cookies, ['content-length', String(bodyLength)]];
}
