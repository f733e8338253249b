import { createHash } from 'node:crypto';
import { escaped } from './escape.ts';

export interface HtmlParts {
  readonly title: string;
  readonly style: string;
  /** Empty for none. */
  readonly script: string;
}

/**
 * A page that needs nothing else and asks nobody: its policy allows the style and the script that stand in it, by their
 * hashes, and nothing that the contents might smuggle in.
 */
export async function* htmlDocument(
  { title, style, script }: HtmlParts,
  body: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    ...(script === '' ? [] : [`script-src ${hashSource(script)}`]),
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

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
