import { Buffer } from 'node:buffer';

interface MultipartPart {
  readonly name: string;
  readonly filename: string | null;
  readonly type: string | null;
  readonly content: Buffer;
}

/** Reads a body as a server would (RFC 7578), for tests. Throws when anything is malformed. */
export function readMultipart(contentType: string, body: Buffer): readonly MultipartPart[] {
  const boundary = /^multipart\/form-data; boundary=([\w'()+,./:=?-]{1,70})$/.exec(contentType)?.[1];
  if (boundary === undefined) throw new Error(`no boundary in ${contentType}`);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const whole = Buffer.concat([Buffer.from('\r\n'), body]);
  const parts: MultipartPart[] = [];
  let position = whole.indexOf(delimiter);
  if (position !== 0) throw new Error('the body does not begin with the boundary');
  for (;;) {
    position += delimiter.length;
    const mark = whole.toString('latin1', position, position + 2);
    if (mark === '--') {
      if (whole.toString('latin1', position + 2) !== '\r\n') throw new Error('something follows the end');
      return parts;
    }
    if (mark !== '\r\n') throw new Error('a value contains the boundary');
    const headEnd = whole.indexOf('\r\n\r\n', position);
    const end = whole.indexOf(delimiter, headEnd + 2);
    if (headEnd < 0 || end < 0) throw new Error('a part does not end');
    const head = whole.toString('utf8', position + 2, headEnd);
    parts.push({
      name: /; name="([^"]*)"/.exec(head)?.[1] ?? '',
      filename: /; filename="([^"]*)"/.exec(head)?.[1] ?? null,
      type: /\r\nContent-Type: (.*)$/i.exec(head)?.[1] ?? null,
      content: whole.subarray(headEnd + 4, end),
    });
    position = end;
  }
}
