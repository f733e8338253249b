/** One attribute at the position of `lastIndex`, or the `>` that ends the tag (group 1). */
const attribute =
  /[\t\n\f\r /]*(?:(>)|([^\t\n\f\r />][^\t\n\f\r />=]*)[\t\n\f\r ]*(?:=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*)))?)/y;

const tagOpening = /<(?:(meta)(?=[\t\n\f\r /])|\/?[a-z][^\t\n\f\r >]*)/iy;

/**
 * The encoding a page declares in its first 1024 bytes (HTML 13.2.3.3, prescan), or null. Works on bytes read as
 * latin1, since the encoding is not known yet. Also reads the declaration of XML.
 */
export function metaCharset(bytes: Uint8Array): string | null {
  const size = Math.min(bytes.byteLength, 1024);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, size).toString('latin1');
  const xml = /^<\?xml[^>]*?\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(head);
  if (xml !== null) return xml[1] ?? xml[2] ?? null;
  let position = head.indexOf('<');
  while (position >= 0) {
    tagOpening.lastIndex = position;
    const opening = tagOpening.exec(head);
    if (head.startsWith('<!--', position)) {
      // `<!-->` is a whole comment: its dashes count for both ends.
      position = after(head, '-->', position + 2);
    } else if (opening !== null) {
      const from = tagOpening.lastIndex;
      const end = endOfTag(head, from);
      const mayDeclare = opening[1] !== undefined && end >= 0 && /charset/i.test(head.slice(from, end));
      const charset = mayDeclare ? charsetOfMeta(readAttributes(head, from)) : null;
      if (charset !== null) return charset;
      position = end;
    } else if (/^[!/?]/.test(head.slice(position + 1))) {
      position = after(head, '>', position);
    } else {
      position++;
    }
    if (position < 0) return null;
    position = head.indexOf('<', position);
  }
  return null;
}

function after(head: string, text: string, from: number): number {
  const at = head.indexOf(text, from);
  return at < 0 ? -1 : at + text.length;
}

/** The position after the tag, -1 when the 1024 bytes end before it does. Most tags declare nothing: only their end counts. */
function endOfTag(head: string, from: number): number {
  attribute.lastIndex = from;
  // No other match ends with `>`.
  while (attribute.test(head)) if (head[attribute.lastIndex - 1] === '>') return attribute.lastIndex;
  return -1;
}

function readAttributes(head: string, from: number): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  attribute.lastIndex = from;
  for (let found = attribute.exec(head); found !== null; found = attribute.exec(head)) {
    if (found[1] !== undefined) break;
    const name = (found[2] ?? '').toLowerCase();
    if (!values.has(name)) values.set(name, found[3] ?? found[4] ?? found[5] ?? '');
  }
  return values;
}

/** `charset`, or `content` when the tag also says `http-equiv=content-type`. */
function charsetOfMeta(values: ReadonlyMap<string, string>): string | null {
  const charset = values.get('charset');
  if (charset !== undefined) return charset;
  if (values.get('http-equiv')?.toLowerCase() !== 'content-type') return null;
  const found = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"']+))/i.exec(
    values.get('content') ?? '',
  );
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null;
}
