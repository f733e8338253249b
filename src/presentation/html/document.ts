import { createHash } from 'node:crypto';
import { printable } from '../printable.ts';

interface HtmlParts {
  readonly title: string;
  readonly style: string;
  /** '' for none. */
  readonly script: string;
  /** Whether it has pictures, as `data:` addresses. */
  readonly hasPictures?: boolean;
}

/**
 * A page that needs nothing else and contacts no server: its policy allows the style and the script in it, by their hashes,
 * and nothing that its contents might smuggle in.
 */
export async function* htmlDocument(
  { title, style, script, hasPictures = false }: HtmlParts,
  body: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    ...(script === '' ? [] : [`script-src ${hashSource(script)}`]),
    ...(hasPictures ? ['img-src data:'] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n';
  yield `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`;
  yield '<meta name="referrer" content="no-referrer">\n';
  yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n';
  yield `<title>${escaped(title)}</title>\n<style>${style}</style>\n</head>\n<body>\n`;
  yield* body;
  if (script !== '') yield `<script>${script}</script>\n`;
  yield '</body>\n</html>\n';
}

/** Data for the script. No browser runs a script of such a type, whatever is in it. */
export function dataBlock(id: string, type: string, content: string): string {
  return `<script type="${type}" id="${id}">${content}</script>\n`;
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text from a stranger's page, safe in an element or a quoted attribute. */
export function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => references[character] ?? '');
}

/** A link to the page itself. Only for addresses that a browser merely opens: `javascript:` is shown, not linked. */
export function outsideLink(url: string, text: string = url): string {
  const shown = `<bdi>${escaped(text)}</bdi>`;
  if (!/^(?:https?|ftps?):\/\//i.test(url)) return shown;
  return `<a href="${escaped(url)}" rel="noopener noreferrer">${shown}</a>`;
}
