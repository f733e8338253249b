import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtViewFolder } from '../../config/index.ts';
import { printable } from '../printable.ts';

let viewFolder: string | null = null;

/** For tests, which build the views from the sources as they are. */
export function takeViewsFrom(folder: string): void {
  viewFolder = folder;
}

interface ExportedFile {
  /** One of `web/src/exported`. */
  readonly view: 'calibration' | 'diff' | 'report' | 'states';
  readonly title: string;
  /** What readers without scripts get: the text that the terminal shows. */
  readonly text: Iterable<string> | AsyncIterable<string>;
  /** Made by `dataBlock`. */
  readonly data: Iterable<string> | AsyncIterable<string>;
}

/**
 * A view of the web interface with its data, as one file that needs nothing else and contacts no server. Its policy allows the style and the
 * script in it, by their hashes, and no other code that its contents may contain.
 */
export async function* exportedFile({ view, title, text, data }: ExportedFile): AsyncGenerator<string> {
  const built = await builtView(view);
  const { style, script } = built ?? { style: '', script: '' };
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    `script-src ${hashSource(script)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n';
  yield `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`;
  yield '<meta name="referrer" content="no-referrer">\n';
  yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n';
  yield `<title>${escaped(title)}</title>\n<style>${style}</style>\n</head>\n<body>\n<div id="tidemark">`;
  yield built === null ? '<p>The view of this file was not built ("npm run build" does).</p>' : '<noscript>';
  yield '<pre>';
  for await (const line of text) yield `${line.split('\n').map(escaped).join('\n')}\n`;
  yield `</pre>${built === null ? '' : '</noscript>'}</div>\n`;
  if (built !== null) {
    yield* data;
    yield `<script>${script}</script>\n`;
  }
  yield '</body>\n</html>\n';
}

/** Null in a checkout without a build: then the file has only the text. */
async function builtView(view: string): Promise<{ readonly style: string; readonly script: string } | null> {
  const folder = viewFolder ?? builtViewFolder();
  try {
    const [style, script] = await Promise.all(
      ['css', 'js'].map((kind) => readFile(join(folder, `${view}.${kind}`), 'utf8')),
    );
    // Libraries contain these tags in strings; in a page, such a tag would end the element.
    return {
      style: (style ?? '').replaceAll('</', '<\\/'),
      script: (script ?? '').replaceAll(/<(?=\/script|script|!--)/gi, '\\x3c'),
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Data for the view, as JSON. A browser does not run a script of this type, and nothing in the data can end the element. */
export function dataBlock(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${jsonText(data)}</script>\n`;
}

/** The same with one line per item; items are written while they are read. */
export async function* linesBlock(id: string, all: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `<script type="text/plain" id="${id}">`;
  for await (const each of all) yield `${jsonText(each)}\n`;
  yield '</script>\n';
}

function jsonText(data: unknown): string {
  const json = JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'string' ? printable(value) : value,
  );
  return json.replaceAll('<', '\\u003c');
}

/** Bytes for the view. */
export function bytesBlock(id: string, bytes: Uint8Array): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return `<script type="text/plain" id="${id}">${base64}</script>\n`;
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text of a visited page, safe in an element or a quoted attribute. */
export function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => references[character] ?? '');
}
