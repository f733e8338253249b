/**
 * The query of a link is sent in the encoding of the page that holds it (URL standard, "percent-encode after encoding"): on a
 * windows-1252 page `?q=größe` asks for `gr%F6%DFe`. Paths are always UTF-8 and left to the URL parser.
 */
export function encodeQuery(link: string, charset: string): string {
  const question = link.indexOf('?');
  if (question < 0 || !/[^\0-\x7f]/.test(link) || /^utf-?(?:8|16)/i.test(charset)) return link;
  const hash = link.indexOf('#');
  if (hash >= 0 && hash < question) return link;
  const end = hash < 0 ? link.length : hash;
  return link.slice(0, question) + encodeText(link.slice(question, end), charset) + link.slice(end);
}

function encodeText(text: string, charset: string): string {
  const bytesOf = encoderFor(charset);
  let encoded = '';
  for (const character of text) {
    if (character <= '\x7f') encoded += character;
    // A character that the encoding lacks goes as a character reference, as browsers send it.
    else encoded += bytesOf.get(character) ?? `%26%23${character.codePointAt(0)}%3B`;
  }
  return encoded;
}

type Encoder = ReadonlyMap<string, string>;

/** Encodings seen so far. Few: a table is made once. */
const encoders = new Map<string, Encoder>();

function encoderFor(charset: string): Encoder {
  let encoder = encoders.get(charset);
  if (encoder === undefined) {
    encoder = invertDecoder(charset);
    encoders.set(charset, encoder);
  }
  return encoder;
}

/** What each byte, and each pair of bytes, decodes to, turned around. Four-byte codes (gb18030) are not among them. */
function invertDecoder(charset: string): Encoder {
  const encoder = new Map<string, string>();
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    return encoder;
  }
  const add = (...bytes: readonly number[]) => {
    let text: string;
    try {
      text = decoder.decode(Uint8Array.from(bytes));
    } catch {
      return; // no character
    }
    if ([...text].length === 1 && !encoder.has(text)) encoder.set(text, bytes.map(escaped).join(''));
  };
  for (let byte = 0x80; byte <= 0xff; byte++) add(byte);
  if (encoder.size >= 96) return encoder; // one byte a character
  for (let lead = 0x81; lead <= 0xfe; lead++) for (let trail = 0x40; trail <= 0xfe; trail++) add(lead, trail);
  return encoder;
}

function escaped(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
