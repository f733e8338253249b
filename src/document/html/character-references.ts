import { DecodingMode, EntityDecoder, htmlDecodeTree } from 'entities/decode';
import type { SlicingBuffer } from './page-text.ts';

const HASH = 0x23;
const SEMICOLON = 0x3b;

/** The library reads strings. Every name fits into this length; only numbers with many digits need more. */
const pieceLength = 34;

/** Reads character references in a page's bytes (HTML 13.2.5.72 and following). One object serves a whole page. */
export class CharacterReferenceReader {
  /** The code point of the last reference, and a second one for the few names that stand for two (else 0). */
  first = 0;
  second = 0;

  /** Called once or twice for each reference; names beyond U+FFFF come as two surrogates. */
  readonly #decoder = new EntityDecoder(htmlDecodeTree, (code) => {
    if (this.first === 0) this.first = code;
    else if (code >= 0xdc00 && code <= 0xdfff)
      this.first = 0x10000 + ((this.first - 0xd800) << 10) + (code - 0xdc00);
    else this.second = code;
  });

  /**
   * `start` is the position after the `&`. Returns the position after the reference, or `start` when the `&` is
   * just an ampersand.
   */
  read(bytes: Buffer, start: number, end: number, isInAttribute: boolean): number {
    const byte = start < end ? (bytes[start] as number) : 0;
    if (byte !== HASH && !isLetter(byte)) return start;
    this.second = 0;
    // A shortcut: every second link contains `&amp;`.
    if (byte === 0x61 && bytes[start + 1] === 0x6d && bytes[start + 2] === 0x70 && start + 3 < end) {
      if (bytes[start + 3] === SEMICOLON) {
        this.first = 0x26;
        return start + 4;
      }
    }
    this.first = 0;
    const decoder = this.#decoder;
    decoder.startEntity(isInAttribute ? DecodingMode.Attribute : DecodingMode.Legacy);
    let consumed = -1;
    for (let from = start; consumed < 0 && from < end; from += pieceLength) {
      consumed = decoder.write(
        (bytes as SlicingBuffer).latin1Slice(from, Math.min(from + pieceLength, end)),
        0,
      );
    }
    if (consumed < 0) consumed = decoder.end();
    // The library also counts the `&`.
    return consumed === 0 ? start : start - 1 + consumed;
  }
}

function isLetter(byte: number): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

/** Writes a code point as UTF-8 and returns the position after it. */
export function writeUtf8(target: Uint8Array, at: number, code: number): number {
  let position = at;
  if (code < 0x80) {
    target[position++] = code;
  } else if (code < 0x800) {
    target[position++] = 0xc0 | (code >> 6);
    target[position++] = 0x80 | (code & 0x3f);
  } else if (code < 0x10000) {
    target[position++] = 0xe0 | (code >> 12);
    target[position++] = 0x80 | ((code >> 6) & 0x3f);
    target[position++] = 0x80 | (code & 0x3f);
  } else {
    target[position++] = 0xf0 | (code >> 18);
    target[position++] = 0x80 | ((code >> 12) & 0x3f);
    target[position++] = 0x80 | ((code >> 6) & 0x3f);
    target[position++] = 0x80 | (code & 0x3f);
  }
  return position;
}
