import type { Link } from '../link.ts';
import { nameOfTag } from './block-elements.ts';
import { classOfByte, classOfCodePoint, SIGN } from './character-class.ts';
import type { Segment, SegmentKind } from './segment.ts';
import { endTagOffset, hashOfTokens, signRange, type TokenId, tagRange, wordId } from './segment-hash.ts';
import { wordsIn } from './token-store.ts';
import { TokenWriter } from './token-writer.ts';

/** Words and special characters of a text, as the leaves of a page have them. */
export function splitTokens(text: string): readonly string[] {
  const writer = new TokenWriter(Buffer.from(text, 'utf8'));
  writer.addText(text);
  writer.endWord();
  return wordsIn(writer.store().text.toString());
}

/** The id of a token given as text: a word, a sign, `<b>` or `</b>`. */
export function tokenId(token: string): TokenId {
  const tag = /^<(\/?)([a-z0-9]+)>$/.exec(token);
  if (tag !== null) {
    const id = nameOfTag.indexOf(tag[2] ?? '');
    return { high: tagRange, low: tag[1] === '/' ? id + endTagOffset : id };
  }
  const code = token.codePointAt(0) ?? 0;
  const kind = code < 0x80 ? classOfByte[code] : classOfCodePoint(code);
  return kind === SIGN ? { high: signRange, low: code } : wordId(token);
}

/** A leaf with the given tokens, as a page with those words would have it. */
export function composeSegment(
  kind: SegmentKind,
  path: string,
  tokens: readonly string[],
  text: string,
  links: readonly Link[] = [],
): Segment {
  const { high, low } = hashOfTokens(tokens.map(tokenId));
  return { kind, path, text, tokens, high, low, links };
}
