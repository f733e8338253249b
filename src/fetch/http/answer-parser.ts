import { FetchError } from '../errors.ts';
import { HeaderList } from './response-headers.ts';

/** Who gets what a parser reads. */
export interface AnswerReader {
  /** The first byte of an answer is there, perhaps of an interim one. */
  onAnswer(): void;
  /** The headers of the final answer. */
  onHeaders(status: number, headers: HeaderList): void;
  /** A piece of the body. Its bytes are valid during this call only. */
  onBody(bytes: Buffer): void;
}

/** What comes next. */
type Expected =
  | 'status line'
  | 'header'
  | 'body of known length'
  | 'body until the end'
  | 'chunk size'
  | 'chunk'
  | 'CR after chunk'
  | 'LF after chunk'
  | 'trailer'
  | 'nothing';

/** Bytes allowed besides the body (headers, interim answers, chunk extensions, trailers), as a multiple of `maxHeaderBytes`. */
const HEADERS_AROUND_BODY = 16;
/** Bytes allowed besides the body for each byte of it. A chunk of one byte takes six bytes on the wire. */
const FRAMING_PER_BODY = 7;

const LF = 0x0a;
const CR = 0x0d;
const TAB = 0x09;
const SPACE = 0x20;
const COLON = 0x3a;
const protocolName = Buffer.from('HTTP/', 'latin1');
const emptyLine = Buffer.alloc(0);

/** RFC 9110, section 5.6.2: what names consist of. */
const isTokenByte = bytesIn("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
/** RFC 9110, section 5.5: what values consist of. */
const isValueByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte === TAB || (byte >= SPACE && byte !== 0x7f)),
);
const hexDigits = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? 255 : digit;
});

const compressions = /^(?:x-)?(?:gzip|compress|deflate)$|^(?:br|zstd)$/;

/**
 * Reads the answers of a connection, one after the other (RFC 9112). It is strict: where two readers could disagree about
 * the end of an answer, this one throws a FetchError, and the connection must be closed. Pieces may end anywhere.
 */
export class AnswerParser {
  readonly #maxHeaderBytes: number;
  #reader: AnswerReader | null = null;
  #isHead = false;
  #expects: Expected = 'nothing';
  #hasBegun = false;
  #hasHeaders = false;
  /** The beginning of a line whose end has not come yet. */
  #partial = emptyLine;
  #partialLength = 0;
  /** Bytes of the headers, of the trailers or of the line with a chunk's size. */
  #sectionBytes = 0;
  /** All bytes of this answer besides its body. */
  #framingBytes = 0;
  #bodyBytes = 0;
  /** Bytes that the body or the chunk still has. */
  #left = 0;
  #version = '';
  #status = 0;
  #pairs: [string, string][] = [];
  #lengths: string[] = [];
  #codings: string[] = [];
  #connection = '';
  #keepAlive = '';
  #ignoresRest = false;
  #endsConnection = false;

  constructor(maxHeaderBytes: number) {
    this.#maxHeaderBytes = maxHeaderBytes;
  }

  /** Prepares for the answer to a request. */
  begin(reader: AnswerReader, method: string): void {
    this.#reader = reader;
    this.#isHead = method === 'HEAD';
    this.#hasBegun = false;
    this.#framingBytes = 0;
    this.#bodyBytes = 0;
    this.#ignoresRest = false;
    this.#endsConnection = false;
    this.#beginHead();
  }

  /** Whether the headers of the final answer have come. */
  get hasHeaders(): boolean {
    return this.#hasHeaders;
  }

  /** Whether the answer is complete. */
  get isComplete(): boolean {
    return this.#expects === 'nothing';
  }

  /** Whether the server may send a body although this answer has none (HEAD, 204, 304). It is not read. */
  get ignoresRest(): boolean {
    return this.#ignoresRest;
  }

  /** Whether the connection can carry another request, as far as this answer says (RFC 9112, section 9.3). */
  get allowsReuse(): boolean {
    if (this.#endsConnection) return false;
    const options = this.#connection.toLowerCase().split(',');
    const has = (option: string) => options.some((each) => each.trim() === option);
    return !has('close') && (this.#version === '1.1' || (this.#version === '1.0' && has('keep-alive')));
  }

  /** For how many seconds the server keeps the connection, or null if it does not say. */
  get keepAliveSeconds(): number | null {
    if (this.#keepAlive === '') return null;
    const seconds = /timeout=(\d+)/i.exec(this.#keepAlive)?.[1];
    return seconds === undefined ? null : Number(seconds);
  }

  /** Reads a piece of the connection, and returns how many of its bytes belong to the answer. */
  read(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length && this.#expects !== 'nothing') {
      switch (this.#expects) {
        case 'body of known length':
          at = this.#bodyPiece(bytes, at, 'nothing');
          break;
        case 'chunk':
          at = this.#bodyPiece(bytes, at, 'CR after chunk');
          break;
        case 'CR after chunk':
          at = this.#afterChunk(bytes, at, CR, 'LF after chunk');
          break;
        case 'LF after chunk':
          at = this.#afterChunk(bytes, at, LF, 'chunk size');
          break;
        case 'body until the end':
          this.#bodyBytes += bytes.length - at;
          this.#reader?.onBody(at === 0 ? bytes : bytes.subarray(at));
          at = bytes.length;
          break;
        default:
          at = this.#line(bytes, at);
      }
    }
    return at;
  }

  /** The server has closed the connection. Throws unless that completes the answer. */
  end(): void {
    if (this.#expects !== 'body until the end') throw brokenOff(this.#hasHeaders);
    this.#expects = 'nothing';
  }

  #beginHead(): void {
    this.#expects = 'status line';
    this.#hasHeaders = false;
    this.#partialLength = 0;
    this.#sectionBytes = 0;
    this.#pairs = [];
    if (this.#lengths.length > 0) this.#lengths = [];
    if (this.#codings.length > 0) this.#codings = [];
    this.#connection = '';
    this.#keepAlive = '';
  }

  #bodyPiece(bytes: Buffer, at: number, then: Expected): number {
    const end = Math.min(bytes.length, at + this.#left);
    this.#left -= end - at;
    this.#bodyBytes += end - at;
    if (this.#left === 0) this.#expects = then;
    this.#reader?.onBody(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
    return end;
  }

  #afterChunk(bytes: Buffer, at: number, expected: number, then: Expected): number {
    if (bytes[at] !== expected) throw unusable('a chunk is longer than its size');
    this.#countFraming(1);
    this.#expects = then;
    return at + 1;
  }

  /** Takes a line, or as much of it as there is. */
  #line(bytes: Buffer, at: number): number {
    const lineEnd = bytes.indexOf(LF, at);
    const next = lineEnd < 0 ? bytes.length : lineEnd + 1;
    this.#sectionBytes += next - at;
    if (this.#sectionBytes > this.#maxHeaderBytes)
      throw new FetchError('FETCH_HEADERS_TOO_LARGE', 'the headers are larger than allowed');
    if (lineEnd < 0) {
      this.#keep(bytes, at);
      if (this.#expects === 'status line') this.#checkBeginning(this.#partial, 0, this.#partialLength);
      return next;
    }
    this.#countFraming(next - at + this.#partialLength);
    if (this.#partialLength === 0) this.#takeLine(bytes, at, lineEnd);
    else {
      this.#keep(bytes.subarray(0, next), at);
      const length = this.#partialLength;
      this.#partialLength = 0;
      this.#takeLine(this.#partial, 0, length - 1);
    }
    return next;
  }

  #keep(bytes: Buffer, at: number): void {
    const needed = this.#partialLength + bytes.length - at;
    if (needed > this.#partial.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#partial.length, 256));
      this.#partial.copy(larger, 0, 0, this.#partialLength);
      this.#partial = larger;
    }
    bytes.copy(this.#partial, this.#partialLength, at);
    this.#partialLength = needed;
  }

  #countFraming(bytes: number): void {
    this.#framingBytes += bytes;
    const allowed = HEADERS_AROUND_BODY * this.#maxHeaderBytes + FRAMING_PER_BODY * this.#bodyBytes;
    if (this.#framingBytes > allowed)
      throw new FetchError(
        'FETCH_HEADERS_TOO_LARGE',
        'what the server sends around the body is larger than allowed',
      );
  }

  /** `lineEnd` is the place of the line feed. */
  #takeLine(bytes: Buffer, at: number, lineEnd: number): void {
    const end = lineEnd - 1;
    if (this.#expects === 'status line') this.#checkBeginning(bytes, at, lineEnd);
    if (end < at || bytes[end] !== CR) throw unusable('a line ends without a carriage return');
    switch (this.#expects) {
      case 'status line':
        // RFC 9112, section 2.2, about requests; servers put empty lines before answers, too.
        if (end > at) this.#statusLine(bytes, at, end);
        this.#sectionBytes = end > at ? this.#sectionBytes : 0;
        break;
      case 'header':
        if (end === at) this.#endOfHeaders();
        else this.#header(bytes, at, end);
        break;
      case 'chunk size':
        this.#chunkSize(bytes, at, end);
        break;
      default:
        if (end === at) this.#expects = 'nothing';
        else this.#trailer(bytes, at, end);
    }
  }

  /** Fails as soon as the first bytes are not HTTP, because a server of another kind may wait for us after its greeting. */
  #checkBeginning(bytes: Buffer, at: number, end: number): void {
    if (bytes[at] === CR) {
      if (end - at > 1) throw unusable('it does not begin with "HTTP/"');
      return;
    }
    for (let i = 0; i < protocolName.length && at + i < end; i++) {
      if (bytes[at + i] !== protocolName[i]) throw unusable('it does not begin with "HTTP/"');
    }
    if (this.#hasBegun || end === at) return;
    this.#hasBegun = true;
    this.#reader?.onAnswer();
  }

  #statusLine(bytes: Buffer, at: number, end: number): void {
    const text = bytes.toString('latin1', at, Math.min(end, at + 13));
    const [, version = '', status = ''] = /^HTTP\/(1\.[01]|2\.0) ([1-9]\d\d)(?: |$)/.exec(text) ?? [];
    if (version === '' || bytes.indexOf(CR, at) !== end) throw unusable('its status line is not valid');
    this.#version = version;
    this.#status = Number(status);
    this.#expects = 'header';
  }

  #header(bytes: Buffer, at: number, end: number): void {
    const [name, value] = fieldOf(bytes, at, end);
    this.#pairs.push([name, value]);
    switch (name.length) {
      case 10: {
        const lower = name.toLowerCase();
        if (lower === 'connection') this.#connection += `,${value}`;
        else if (lower === 'keep-alive') this.#keepAlive += `,${value}`;
        break;
      }
      case 14:
        if (name.toLowerCase() === 'content-length') this.#lengths.push(value);
        break;
      case 17:
        if (name.toLowerCase() === 'transfer-encoding') this.#codings.push(...value.split(','));
        break;
      default:
    }
  }

  #endOfHeaders(): void {
    const status = this.#status;
    const length = this.#announcedLength();
    const framing = this.#framing(length);
    const announcesBody = length > 0 || this.#codings.length > 0;
    if (status < 200) {
      // It would change the protocol, which we never ask for. Old servers send 100 without being asked for it, too.
      if (status === 101) throw unusable('it changes the protocol');
      this.#endsConnection ||= announcesBody;
      this.#beginHead();
      return;
    }
    this.#hasHeaders = true;
    this.#sectionBytes = 0;
    this.#left = length;
    if (this.#isHead || status === 204 || status === 304) {
      this.#expects = 'nothing';
      this.#ignoresRest = this.#isHead || announcesBody;
      this.#endsConnection ||= this.#ignoresRest;
    } else {
      this.#expects = length === 0 ? 'nothing' : framing;
      // RFC 9112, section 6.1: HTTP/1.0 has no transfer encodings, so a server that sends one is confused about framing.
      const isConfused = this.#codings.length > 0 && this.#version !== '1.1';
      this.#endsConnection ||= framing === 'body until the end' || isConfused;
    }
    this.#reader?.onHeaders(status, new HeaderList(this.#pairs));
  }

  /** -1 if no length is announced. RFC 9112, section 6.3, would allow several equal ones. */
  #announcedLength(): number {
    const [length] = this.#lengths;
    if (length === undefined) return -1;
    if (this.#lengths.length > 1) throw unusable('it has several lengths');
    if (!/^\d{1,19}$/.test(length)) throw unusable('its length is not a number');
    return Number(length);
  }

  /** RFC 9112, section 6.3. */
  #framing(announced: number): Expected {
    if (this.#codings.length === 0) return announced < 0 ? 'body until the end' : 'body of known length';
    if (announced >= 0) throw unusable('it has a length and a transfer encoding');
    const codings = this.#codings.map((coding) => coding.trim().toLowerCase());
    // We send no `TE`, so no server may compress: the body would be kept as it is encoded.
    if (codings.some((coding) => compressions.test(coding)))
      throw unusable('it is compressed for the transfer, which was not asked for');
    if (codings.at(-1) === 'chunked') return 'chunk size';
    if (codings.some((coding) => coding.includes('chunked')))
      throw unusable('its last transfer encoding is not "chunked"');
    return 'body until the end';
  }

  #chunkSize(bytes: Buffer, at: number, end: number): void {
    let size = 0;
    let i = at;
    for (; i < end; i++) {
      const digit = hexDigits[bytes[i] ?? 0] ?? 255;
      if (digit > 15) break;
      size = size * 16 + digit;
    }
    if (i === at || size > Number.MAX_SAFE_INTEGER) throw unusable('the size of a chunk is not valid');
    if (i < end && bytes[i] !== 0x3b) throw unusable('the size of a chunk is not valid');
    for (; i < end; i++) {
      if (isValueByte[bytes[i] ?? 0] === 0) throw unusable('the extension of a chunk is not valid');
    }
    this.#left = size;
    this.#sectionBytes = 0;
    this.#expects = size === 0 ? 'trailer' : 'chunk';
  }

  #trailer(bytes: Buffer, at: number, end: number): void {
    const name = fieldOf(bytes, at, end)[0].toLowerCase();
    // RFC 9110, section 6.5.1: they would come too late to say where the body ends.
    if (name === 'content-length' || name === 'transfer-encoding')
      throw unusable('it announces its length after its body');
  }
}

/** The connection was lost before the answer was complete. */
export function brokenOff(hasHeaders: boolean, cause?: unknown): FetchError {
  return hasHeaders
    ? new FetchError('FETCH_INCOMPLETE', 'the answer was cut off or does not have the announced length', {
        cause,
      })
    : new FetchError('FETCH_CLOSED', 'the server closed the connection before it answered', { cause });
}

/** Name and value of a header line. A folded line (RFC 9112, section 5.2) has no name. */
function fieldOf(bytes: Buffer, at: number, end: number): readonly [string, string] {
  let colon = at;
  while (colon < end && isTokenByte[bytes[colon] ?? 0] === 1) colon++;
  if (colon === at || bytes[colon] !== COLON) throw unusable('a header has no valid name');
  let from = colon + 1;
  let to = end;
  while (from < to && isBlank(bytes[from])) from++;
  while (to > from && isBlank(bytes[to - 1])) to--;
  for (let i = from; i < to; i++) {
    if (isValueByte[bytes[i] ?? 0] === 0) throw unusable('a header contains a control character');
  }
  return [bytes.toString('latin1', at, colon), bytes.toString('latin1', from, to)];
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

function bytesIn(text: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const letter of text) table[letter.charCodeAt(0)] = 1;
  return table;
}

function unusable(reason: string): FetchError {
  return new FetchError('FETCH_PROTOCOL', `the answer is not valid HTTP/1.1: ${reason}`);
}
