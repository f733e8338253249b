import { createHash } from 'node:crypto';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { attributeOf, isElement } from '../tools/html-tree.ts';
import type { Answer } from '../tools/visitor.ts';

const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'meta', 'link', 'svg']);
const WORD = /[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu;

/**
 * What a reader gets of a page, in order: words, signs, addresses of links (`→`) and pictures (`▣`). Written without a look at
 * how the tracker does it, and much simpler. What matches `stamp` is left out.
 */
export function pageWords({ type, body, url }: Answer, stamp: RegExp | null = null): readonly string[] {
  if (/html/i.test(type)) {
    const html = body.toString();
    return htmlWords(stamp === null ? html : html.replaceAll(stamp, ''), url);
  }
  if (/^text\/|xml|json/i.test(type)) return body.toString().match(WORD) ?? [];
  return [`bytes ${createHash('sha256').update(body).digest('hex')}`];
}

function htmlWords(html: string, url: string): readonly string[] {
  const words: string[] = [];
  const document = parse(html);
  let base = url;
  const addressOf = (value: string) => (URL.canParse(value, base) ? new URL(value, base).href : value);
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    if (node.nodeName === '#text' && 'value' in node) words.push(...(node.value.match(WORD) ?? []));
    if (isElement(node)) {
      if (node.tagName === 'base') base = addressOf(attributeOf(node, 'href') ?? '');
      if (UNSEEN.has(node.tagName)) return;
      const link = /^(?:a|area)$/.test(node.tagName) ? attributeOf(node, 'href') : null;
      if (link !== null) words.push(`→${addressOf(link)}`);
      const picture = node.tagName === 'img' ? attributeOf(node, 'src') : null;
      if (picture !== null) words.push(`▣${addressOf(picture)}`);
    }
    if ('childNodes' in node) for (const child of node.childNodes) walk(child);
  };
  walk(document);
  return words;
}
