import { TokenWriter, tokenStride } from './token-writer.ts';

/** Words and special characters of a text, as the leaves of a page have them. */
export function splitTokens(text: string): readonly string[] {
  const writer = new TokenWriter(Buffer.from(text, 'utf8'));
  writer.addText(text);
  writer.endLeaf(true);
  const store = writer.store();
  const tokens: string[] = [];
  for (let at = 0; at < store.tokens.length; at += tokenStride) {
    tokens.push(store.text.toString('utf8', store.tokens[at], store.tokens[at + 1]));
  }
  return tokens;
}
