import { Buffer } from 'node:buffer';
import { encoderFor, type TextEncoding } from '../../document/index.ts';
import type { FormEnctype } from './form.ts';
import type { FormEntry } from './form-entries.ts';

export interface EncodedForm {
  readonly contentType: string;
  readonly body: Buffer;
}

/** Writes entries as the body of a request (HTML 4.10.22.8, URL 5.2). The same entries give the same bytes. */
export function encodeForm(
  entries: readonly FormEntry[],
  enctype: FormEnctype,
  charset: string,
): EncodedForm {
  const encode = encoderFor(charset);
  // Line breaks are CRLF on the wire, however they were written.
  const normal = entries.map((entry) => ({
    ...entry,
    name: withCrlf(entry.name),
    value: withCrlf(entry.value),
  }));
  switch (enctype) {
    case 'multipart/form-data':
      return multipart(normal, encode);
    case 'text/plain': {
      const text = normal.map(({ name, value }) => `${name}=${value}\r\n`).join('');
      return { contentType: 'text/plain', body: encode(text) };
    }
    default: {
      const pairs = normal.map(
        ({ name, value }) => `${urlEncoded(encode(name))}=${urlEncoded(encode(value))}`,
      );
      return {
        contentType: 'application/x-www-form-urlencoded',
        body: Buffer.from(pairs.join('&'), 'latin1'),
      };
    }
  }
}

const withCrlf = (text: string): string => text.replace(/\r\n?|\n/g, '\r\n');

/** Bytes that stand for themselves: letters, digits and `*-._`. */
const plain = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._') {
  plain[character.charCodeAt(0)] = 1;
}

function urlEncoded(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    if (byte < 128 && plain[byte] === 1) text += String.fromCharCode(byte);
    else if (byte === 0x20) text += '+';
    else text += `%${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`;
  }
  return text;
}

function multipart(entries: readonly FormEntry[], encode: TextEncoding): EncodedForm {
  const parts = entries.map(({ name, value, isFile }) => ({
    head: encode(
      `Content-Disposition: form-data; name="${quoted(name)}"${
        isFile ? '; filename=""\r\nContent-Type: application/octet-stream' : ''
      }\r\n\r\n`,
    ),
    content: encode(value),
  }));
  const boundary = unusedBoundary(parts.map(({ content }) => content));
  const body = Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--${boundary}\r\n`),
      head,
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

const quoted = (name: string): string => name.replaceAll('\r\n', '%0D%0A').replaceAll('"', '%22');

/** One that stands in no value. It is counted rather than drawn, so that a form is the same request every time. */
function unusedBoundary(contents: readonly Buffer[]): string {
  for (let number = 1; ; number++) {
    const boundary = `----TidemarkForm${number}`;
    if (!contents.some((content) => content.includes(boundary))) return boundary;
  }
}
