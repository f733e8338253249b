import { Buffer } from 'node:buffer';
import { encoderFor, type TextEncoding } from '../../document/index.ts';
import type { FilledField, FormEnctype, SubmitField } from './form.ts';

/** One name and value of a form that is sent. */
export interface FormDataEntry {
  readonly name: string;
  readonly value: string;
  /** A file with no name and no content. */
  readonly isFile: boolean;
}

/** The entry list of HTML 4.10.22.4: what is sent, in the order of the source. */
export function formDataEntries(
  fields: readonly FilledField[],
  button: SubmitField | null,
  charset: string,
): readonly FormDataEntry[] {
  const entries: FormDataEntry[] = [];
  const add = (name: string, value: string, isFile = false) => entries.push({ name, value, isFile });
  for (const { field, values } of fields) {
    if (field.disabled) continue;
    if (field.kind === 'submit') {
      if (field !== button) continue;
      if (field.type === 'image') {
        // The coordinates of the click: the corner of the picture.
        const prefix = field.name === '' ? '' : `${field.name}.`;
        add(`${prefix}x`, '0');
        add(`${prefix}y`, '0');
        continue;
      }
    }
    if (field.name === '') continue;
    if (field.kind === 'text' && field.type === 'hidden' && field.name.toLowerCase() === '_charset_') {
      add(field.name, charset);
      continue;
    }
    for (const value of values) add(field.name, value, field.kind === 'file');
    if (field.kind === 'text' && field.direction !== null) add(field.direction.name, field.direction.value);
  }
  return entries;
}

interface EncodedForm {
  readonly contentType: string;
  readonly body: Buffer;
}

/** Writes entries as the body of a request (HTML 4.10.22.8, URL 5.2). The same entries always give the same bytes. */
export function encodeForm(
  entries: readonly FormDataEntry[],
  enctype: FormEnctype,
  charset: string,
): EncodedForm {
  const encode = encoderFor(charset);
  // Line breaks are always sent as CRLF.
  const normalized = entries.map((entry) => ({
    ...entry,
    name: withCrlf(entry.name),
    value: withCrlf(entry.value),
  }));
  switch (enctype) {
    case 'multipart/form-data':
      return multipart(normalized, encode);
    case 'text/plain': {
      const text = normalized.map(({ name, value }) => `${name}=${value}\r\n`).join('');
      return { contentType: 'text/plain', body: encode(text) };
    }
    default: {
      const pairs = normalized.map(
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

/** Bytes that are not encoded: letters, digits and `*-._`. */
const unencoded = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._') {
  unencoded[character.charCodeAt(0)] = 1;
}

function urlEncoded(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    if (byte < 128 && unencoded[byte] === 1) text += String.fromCharCode(byte);
    else if (byte === 0x20) text += '+';
    else text += `%${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`;
  }
  return text;
}

function multipart(entries: readonly FormDataEntry[], encode: TextEncoding): EncodedForm {
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

/** A boundary that no value contains. It is counted up, not random, so that a form is the same request every time. */
function unusedBoundary(contents: readonly Buffer[]): string {
  for (let number = 1; ; number++) {
    const boundary = `----TidemarkForm${number}`;
    if (!contents.some((content) => content.includes(boundary))) return boundary;
  }
}
