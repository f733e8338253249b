import { Parser } from 'htmlparser2';

/** The words of a page in one line. The crawler keeps only what can be seen. */
export function readText(html: string): string {
  const texts: string[] = [];
  const parser = new Parser({ ontext: (text) => void texts.push(text) });
  parser.end(html);
  return texts.join(' ').replace(/\s+/g, ' ');
}
