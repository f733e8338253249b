/** The bytes of a connection after one request, until the server closes it, and what they are. */
export interface RawAnswer {
  readonly name: string;
  readonly bytes: string;
  /** Default GET. */
  readonly method?: string;
  /** The status, the body and whether the connection may carry another request; or the code of the error. */
  readonly outcome: `${number} ${string}, ${'kept' | 'closed'}` | `FETCH_${string}`;
  /** What undici says, where that differs: what it accepts and we refuse, or the reverse. */
  readonly undici?: 'accepts' | 'refuses';
}

const fine = 'HTTP/1.1 200 OK';

function raw(
  name: string,
  bytes: string,
  outcome: RawAnswer['outcome'],
  rest: Pick<RawAnswer, 'method' | 'undici'> = {},
): RawAnswer {
  return { name, bytes, outcome, ...rest };
}

/** An answer with these header lines, then the body. */
function headed(headers: readonly string[], body = '', first = fine): string {
  return `${[first, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

const length = (value: string, body: string): string => headed([`Content-Length: ${value}`], body);
const chunked = (body: string): string => headed(['Transfer-Encoding: chunked'], body);
const coded = (coding: string, body: string, ...more: readonly string[]): string =>
  headed([`Transfer-Encoding: ${coding}`, ...more], body);
const tide = '4\r\ntide\r\n0\r\n\r\n';
const second = length('8', 'smuggled');

const ordinary: readonly RawAnswer[] = [
  raw('a length', length('4', 'tide'), '200 tide, kept'),
  raw('no body', length('0', ''), '200 , kept'),
  raw('a length with zeros before it', length('0004', 'tide'), '200 tide, kept'),
  raw('a length with blanks around it', headed(['Content-Length:   4  '], 'tide'), '200 tide, kept', {
    undici: 'refuses',
  }),
  raw('a length with tabs around it', headed(['Content-Length:\t4\t'], 'tide'), '200 tide, kept', {
    undici: 'refuses',
  }),
  raw('a length in another spelling', headed(['cOnTeNt-LeNgTh:4'], 'tide'), '200 tide, kept'),
  raw('chunks', chunked('2\r\nti\r\n2\r\nde\r\n0\r\n\r\n'), '200 tide, kept'),
  raw('a chunk size in large letters', chunked(`A\r\n0123456789\r\n0\r\n\r\n`), '200 0123456789, kept'),
  raw('a chunk size in small letters', chunked(`a\r\n0123456789\r\n0\r\n\r\n`), '200 0123456789, kept'),
  raw('a chunk size with zeros before it', chunked(`0004\r\ntide\r\n000\r\n\r\n`), '200 tide, kept'),
  raw('a chunk with an extension', chunked(`4;a=b;c="d e"\r\ntide\r\n0;last\r\n\r\n`), '200 tide, kept'),
  raw('trailers', chunked('4\r\ntide\r\n0\r\nX-Tide: low\r\nX-Ebb:\r\n\r\n'), '200 tide, kept'),
  raw('chunks in another spelling', headed(['TRANSFER-encoding:  Chunked '], tide), '200 tide, kept'),
  raw('a body until the end', headed([], 'tide'), '200 tide, closed'),
  raw('no body until the end', headed([]), '200 , closed'),
  raw('HTTP/1.0 until the end', headed([], 'tide', 'HTTP/1.0 200 OK'), '200 tide, closed'),
  raw('HTTP/1.0 with a length', headed(['Content-Length: 4'], 'tide', 'HTTP/1.0 200 OK'), '200 tide, closed'),
  raw(
    'HTTP/1.0 that is kept',
    headed(['Content-Length: 4', 'Connection: keep-alive'], 'tide', 'HTTP/1.0 200 OK'),
    '200 tide, kept',
  ),
  raw(
    'a connection that is closed',
    headed(['Connection: close', 'Content-Length: 4'], 'tide'),
    '200 tide, closed',
  ),
  raw(
    'a connection that is closed, among others',
    headed(['Connection: x, CLOSE ,keep-alive', 'Content-Length: 4'], 'tide'),
    '200 tide, closed',
  ),
  raw(
    'a connection that is closed, in a second header',
    headed(['Connection: keep-alive', 'Connection: close', 'Content-Length: 4'], 'tide'),
    '200 tide, closed',
  ),
  raw('no reason', headed(['Content-Length: 4'], 'tide', 'HTTP/1.1 200'), '200 tide, kept'),
  raw('an empty reason', headed(['Content-Length: 4'], 'tide', 'HTTP/1.1 200 '), '200 tide, kept'),
  raw(
    'a reason of many words',
    headed(['Content-Length: 0'], '', 'HTTP/1.1 404 Not \xe9 Found'),
    '404 , kept',
  ),
  raw('a status nobody knows', headed(['Content-Length: 0'], '', 'HTTP/1.1 999 Odd'), '999 , kept'),
  raw('204', headed([], '', 'HTTP/1.1 204 No Content'), '204 , kept'),
  raw('204 of length 0', headed(['Content-Length: 0'], '', 'HTTP/1.1 204 No Content'), '204 , kept'),
  raw('304', headed(['ETag: "1"'], '', 'HTTP/1.1 304 Not Modified'), '304 , kept'),
  raw(
    'early hints',
    `${headed(['Link: </a>'], '', 'HTTP/1.1 103 Early')}${length('4', 'tide')}`,
    '200 tide, kept',
  ),
  raw(
    'two interim answers',
    `${headed([], '', 'HTTP/1.1 102 Wait')}${headed([], '', 'HTTP/1.1 103 Early')}${length('4', 'tide')}`,
    '200 tide, kept',
  ),
  raw('empty lines before the answer', `\r\n\r\n${length('4', 'tide')}`, '200 tide, kept'),
  raw('a value with bytes over 127', headed(['X: \xff\xfe', 'Content-Length: 4'], 'tide'), '200 tide, kept'),
  raw('a name of signs', headed(["!#$%&'*+-.^_`|~: x", 'Content-Length: 4'], 'tide'), '200 tide, kept'),
  raw('a header without a value', headed(['X:', 'Y: \t ', 'Content-Length: 4'], 'tide'), '200 tide, kept'),
  raw('line breaks in the body', length('8', '\r\n\r\n\0\n\r\n'), '200 \r\n\r\n\0\n\r\n, kept'),
  raw('an answer as the body', length(String(second.length), second), `200 ${second}, kept`),
  raw(
    'an answer in a chunk',
    chunked(`${second.length.toString(16)}\r\n${second}\r\n0\r\n\r\n`),
    `200 ${second}, kept`,
  ),
  raw('HEAD', length('4000', ''), '200 , closed', { method: 'HEAD' }),
  raw('HEAD in chunks', chunked(''), '200 , closed', { method: 'HEAD' }),
];

/** Where two readers could disagree about the end of an answer. */
const framing: readonly RawAnswer[] = [
  raw('a length with a plus sign', length('+4', 'tide'), 'FETCH_PROTOCOL'),
  raw('a length with a minus sign', length('-4', 'tide'), 'FETCH_PROTOCOL'),
  raw('an empty length', length('', 'tide'), 'FETCH_PROTOCOL'),
  raw('a length in words', length('four', 'tide'), 'FETCH_PROTOCOL'),
  raw('a hexadecimal length', length('0x4', 'tide'), 'FETCH_PROTOCOL'),
  raw('a length with a fraction', length('4.0', 'tide'), 'FETCH_PROTOCOL'),
  raw('a length with an exponent', length('4e0', 'tide'), 'FETCH_PROTOCOL'),
  raw('a length with an underscore', length('4_', 'tide'), 'FETCH_PROTOCOL'),
  raw('a length of two numbers', length('4 4', 'tide'), 'FETCH_PROTOCOL'),
  raw('a list of equal lengths', length('4, 4', 'tide'), 'FETCH_PROTOCOL'),
  raw('two equal lengths', headed(['Content-Length: 4', 'Content-Length: 4'], 'tide'), 'FETCH_PROTOCOL'),
  raw('two lengths', headed(['Content-Length: 4', 'Content-Length: 9'], 'tide'), 'FETCH_PROTOCOL'),
  raw(
    'two lengths on 304',
    headed(['Content-Length: 4', 'Content-Length: 9'], '', 'HTTP/1.1 304 Same'),
    'FETCH_PROTOCOL',
  ),
  raw('a length of 100 digits', length('9'.repeat(100), 'tide'), 'FETCH_PROTOCOL'),
  raw('a length of 20 zeros', length('0'.repeat(20), ''), 'FETCH_PROTOCOL', { undici: 'accepts' }),
  raw('a length behind another whitespace', headed(['Content-Length: \x0b4'], 'tide'), 'FETCH_PROTOCOL'),
  raw('a length that is too long', length('5', 'tide'), 'FETCH_INCOMPLETE'),
  raw('a length that is too short', length('3', 'tide'), 'FETCH_INCOMPLETE', { undici: 'accepts' }),
  raw(
    'a length that is too short, and a closed connection',
    headed(['Content-Length: 3', 'Connection: close'], 'tide'),
    'FETCH_INCOMPLETE',
    { undici: 'accepts' },
  ),
  raw('a second answer', length('4', 'tide') + second, 'FETCH_INCOMPLETE', { undici: 'accepts' }),
  raw('a second answer behind chunks', chunked(tide) + second, 'FETCH_INCOMPLETE', { undici: 'accepts' }),
  raw('garbage behind chunks', `${chunked(tide)}\0\0`, 'FETCH_INCOMPLETE', { undici: 'accepts' }),
  raw('an empty line behind the body', `${length('4', 'tide')}\r\n`, '200 tide, closed'),
  raw('a second answer behind 204', headed([], '', 'HTTP/1.1 204 None') + second, 'FETCH_INCOMPLETE', {
    undici: 'accepts',
  }),
  raw('a second answer behind 304', headed([], '', 'HTTP/1.1 304 Same') + second, 'FETCH_INCOMPLETE', {
    undici: 'accepts',
  }),
  raw('204 with a body', headed(['Content-Length: 4'], 'tide', 'HTTP/1.1 204 None'), '204 , closed'),
  raw('304 with a body', headed(['Content-Length: 4'], 'tide', 'HTTP/1.1 304 Same'), '304 , closed'),
  raw(
    '304 with the length of the page',
    headed(['Content-Length: 4'], '', 'HTTP/1.1 304 Same'),
    '304 , closed',
  ),
  raw('304 in chunks', headed(['Transfer-Encoding: chunked'], tide, 'HTTP/1.1 304 Same'), '304 , closed'),
  raw('HEAD with a body', length('4', 'tide'), '200 , closed', { method: 'HEAD' }),
  raw('205 with a body', headed(['Content-Length: 4'], 'tide', 'HTTP/1.1 205 Reset'), '205 tide, kept'),
  raw(
    'a length and chunks',
    headed(['Content-Length: 4', 'Transfer-Encoding: chunked'], tide),
    'FETCH_PROTOCOL',
  ),
  raw('chunks and a length', coded('chunked', tide, 'Content-Length: 4'), 'FETCH_PROTOCOL'),
  raw('a length and an unknown coding', coded('tide', 'tide', 'Content-Length: 4'), 'FETCH_PROTOCOL'),
  raw('chunked, then identity', coded('chunked, identity', tide), 'FETCH_PROTOCOL', { undici: 'accepts' }),
  raw(
    'chunked, then identity, in two headers',
    coded('chunked', tide, 'Transfer-Encoding: identity'),
    'FETCH_PROTOCOL',
    {
      undici: 'accepts',
    },
  ),
  raw('chunked with a parameter', coded('chunked;q=1', tide), 'FETCH_PROTOCOL', { undici: 'accepts' }),
  raw('chunked in quotes', coded('"chunked"', tide), 'FETCH_PROTOCOL', { undici: 'accepts' }),
  raw('chunked with a letter before it', coded('xchunked', tide), 'FETCH_PROTOCOL', { undici: 'accepts' }),
  raw('chunked behind another whitespace', coded('\x0bchunked', tide), 'FETCH_PROTOCOL'),
  raw('chunked behind another coding', coded('gzip, chunked', tide), 'FETCH_PROTOCOL', { undici: 'accepts' }),
  raw('chunked twice', coded('chunked, chunked', tide), '200 tide, kept'),
  raw('an unknown coding', coded('tide', 'tide'), '200 tide, closed'),
  raw(
    'chunks of HTTP/1.0',
    headed(['Transfer-Encoding: chunked'], tide, 'HTTP/1.0 200 OK'),
    '200 tide, closed',
  ),
  raw(
    'chunks of HTTP/1.0 that is kept',
    headed(['Transfer-Encoding: chunked', 'Connection: keep-alive'], tide, 'HTTP/1.0 200 OK'),
    '200 tide, closed',
  ),
  raw(
    'an interim answer with a length',
    headed(['Content-Length: 4'], '', 'HTTP/1.1 103 Early') + length('4', 'tide'),
    '200 tide, closed',
  ),
  raw('a space before the colon', headed(['Content-Length : 4'], 'tide'), 'FETCH_PROTOCOL'),
  raw('a folded length', headed(['Content-Length:', ' 4'], 'tide'), 'FETCH_PROTOCOL'),
  raw('a folded header', headed(['X: a', '\tb', 'Content-Length: 4'], 'tide'), 'FETCH_PROTOCOL'),
  raw('a length behind a bare LF', headed(['X: a\nContent-Length: 4'], 'tide'), 'FETCH_PROTOCOL'),
  raw('a length behind a bare CR', headed(['X: a\rContent-Length: 4'], 'tide'), 'FETCH_PROTOCOL'),
  raw('a length behind NUL', headed(['X: a\0Content-Length: 4'], 'tide'), 'FETCH_PROTOCOL'),
];

const chunks: readonly RawAnswer[] = [
  raw('no size', chunked('\r\ntide\r\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('a size of letters', chunked('xyz\r\ntide\r\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('a negative size', chunked('-4\r\ntide\r\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('a size with a plus sign', chunked('+4\r\ntide\r\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('a size with 0x', chunked('0x4\r\ntide\r\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('a blank before the size', chunked(' 4\r\ntide\r\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('a blank behind the size', chunked('4 \r\ntide\r\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('a size of 2^68', chunked('fffffffffffffffff\r\ntide'), 'FETCH_PROTOCOL'),
  raw('a size that ends with LF', chunked('4\ntide\r\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('a size that ends with CR', chunked('4\rtide\r\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('an extension with LF', chunked('4;a\nb\r\ntide\r\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('an extension with CR', chunked('4;a\rb\r\ntide\r\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('an extension with NUL', chunked('4;a\0b\r\ntide\r\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('a chunk longer than its size', chunked('3\r\ntide\r\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('a chunk shorter than its size', chunked('5\r\ntide\r\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('a chunk that ends with LF', chunked('4\r\ntide\n0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('a chunk that ends with CR', chunked('4\r\ntide\r0\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('a chunk that breaks off', chunked('4\r\nti'), 'FETCH_INCOMPLETE'),
  raw('no last chunk', chunked('4\r\ntide\r\n'), 'FETCH_INCOMPLETE'),
  raw('no empty line at the end', chunked('4\r\ntide\r\n0\r\n'), 'FETCH_INCOMPLETE'),
  raw('a LF at the end', chunked('4\r\ntide\r\n0\r\n\n'), 'FETCH_PROTOCOL'),
  raw(
    'a length among the trailers',
    chunked('4\r\ntide\r\n0\r\nContent-Length: 4\r\n\r\n'),
    'FETCH_PROTOCOL',
  ),
  raw(
    'a coding among the trailers',
    chunked('4\r\ntide\r\n0\r\nTransfer-Encoding: x\r\n\r\n'),
    'FETCH_PROTOCOL',
    {
      undici: 'accepts',
    },
  ),
  raw('a folded trailer', chunked('4\r\ntide\r\n0\r\nX: a\r\n b\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw('a trailer without a colon', chunked('4\r\ntide\r\n0\r\nX\r\n\r\n'), 'FETCH_PROTOCOL'),
  raw(
    'trailers without end',
    chunked(`4\r\ntide\r\n0\r\n${'X: y\r\n'.repeat(15_000)}\r\n`),
    'FETCH_HEADERS_TOO_LARGE',
    { undici: 'accepts' },
  ),
];

const heads: readonly RawAnswer[] = [
  raw('nothing', '', 'FETCH_CLOSED'),
  raw('empty lines only', '\r\n\r\n', 'FETCH_CLOSED'),
  raw('half a status line', 'HTTP/1.1 20', 'FETCH_CLOSED'),
  raw('half of the headers', `${fine}\r\nX: y\r\n`, 'FETCH_CLOSED'),
  raw('another protocol', 'SSH-2.0-OpenSSH_9.9\r\n', 'FETCH_PROTOCOL'),
  raw('a page without a head', '<p>tide', 'FETCH_PROTOCOL'),
  raw('a blank before the answer', ` ${length('4', 'tide')}`, 'FETCH_PROTOCOL'),
  raw('a bare CR before the answer', `\r${length('4', 'tide')}`, 'FETCH_PROTOCOL', { undici: 'accepts' }),
  raw('a bare LF before the answer', `\n${length('4', 'tide')}`, 'FETCH_PROTOCOL', { undici: 'accepts' }),
  raw('NUL before the answer', `\0${length('4', 'tide')}`, 'FETCH_PROTOCOL'),
  raw('small letters', headed(['Content-Length: 4'], 'tide', 'http/1.1 200 OK'), 'FETCH_PROTOCOL'),
  raw('HTTP/3.0', headed(['Content-Length: 4'], 'tide', 'HTTP/3.0 200 OK'), 'FETCH_PROTOCOL'),
  raw('HTTP/1.10', headed(['Content-Length: 4'], 'tide', 'HTTP/1.10 200 OK'), 'FETCH_PROTOCOL'),
  raw('HTTP/0.9 with a head', headed(['Content-Length: 4'], 'tide', 'HTTP/0.9 200 OK'), 'FETCH_PROTOCOL', {
    undici: 'accepts',
  }),
  raw(
    'two blanks before the status',
    headed(['Content-Length: 4'], 'tide', 'HTTP/1.1  200 OK'),
    'FETCH_PROTOCOL',
  ),
  raw('a status of two digits', headed(['Content-Length: 4'], 'tide', 'HTTP/1.1 20 OK'), 'FETCH_PROTOCOL'),
  raw('a status of four digits', headed(['Content-Length: 4'], 'tide', 'HTTP/1.1 2000 OK'), 'FETCH_PROTOCOL'),
  raw('the status 099', headed(['Content-Length: 4'], 'tide', 'HTTP/1.1 099 OK'), 'FETCH_PROTOCOL'),
  raw('no status', headed(['Content-Length: 4'], 'tide', 'HTTP/1.1 OK'), 'FETCH_PROTOCOL'),
  raw(
    'a bare CR in the reason',
    headed(['Content-Length: 4'], 'tide', 'HTTP/1.1 200 O\rK'),
    'FETCH_PROTOCOL',
  ),
  raw('lines that end with LF', `${fine}\nContent-Length: 4\n\ntide`, 'FETCH_PROTOCOL'),
  raw('one line that ends with LF', `${fine}\r\nContent-Length: 4\n\r\ntide`, 'FETCH_PROTOCOL'),
  raw('headers that end with LF', `${fine}\r\nContent-Length: 4\r\n\ntide`, 'FETCH_PROTOCOL'),
  raw('a header without a colon', headed(['tide', 'Content-Length: 4'], 'tide'), 'FETCH_PROTOCOL'),
  raw('a header without a name', headed([': tide', 'Content-Length: 4'], 'tide'), 'FETCH_PROTOCOL'),
  raw('a name with a blank', headed(['X Y: tide', 'Content-Length: 4'], 'tide'), 'FETCH_PROTOCOL'),
  raw('a name with NUL', headed(['X\0Y: tide', 'Content-Length: 4'], 'tide'), 'FETCH_PROTOCOL'),
  raw('a name over 127', headed(['X\xe9: tide', 'Content-Length: 4'], 'tide'), 'FETCH_PROTOCOL'),
  raw('a value with a control character', headed(['X: \x01', 'Content-Length: 4'], 'tide'), 'FETCH_PROTOCOL'),
  raw('a value with DEL', headed(['X: \x7f', 'Content-Length: 4'], 'tide'), 'FETCH_PROTOCOL'),
  raw('a first header that is folded', headed([' X: y', 'Content-Length: 4'], 'tide'), 'FETCH_PROTOCOL'),
  raw(
    '100 that nobody asked for',
    headed([], '', 'HTTP/1.1 100 Continue') + length('4', 'tide'),
    '200 tide, kept',
    { undici: 'refuses' },
  ),
  raw(
    '101 that nobody asked for',
    headed(['Upgrade: x', 'Connection: upgrade'], '', 'HTTP/1.1 101 Switch'),
    'FETCH_PROTOCOL',
  ),
  raw('interim answers only', headed([], '', 'HTTP/1.1 102 Wait').repeat(3), 'FETCH_CLOSED'),
  raw(
    'a broken answer behind an interim one',
    `${headed([], '', 'HTTP/1.1 103 Early')}tide`,
    'FETCH_PROTOCOL',
  ),
  raw(
    'a header of 70,000 bytes',
    headed([`X: ${'y'.repeat(70_000)}`, 'Content-Length: 0']),
    'FETCH_HEADERS_TOO_LARGE',
  ),
  raw(
    '70,000 bytes of headers',
    headed([...Array(14_000).fill('X: y'), 'Content-Length: 0']),
    'FETCH_HEADERS_TOO_LARGE',
    {
      undici: 'accepts',
    },
  ),
  raw(
    'a reason of 70,000 bytes',
    headed(['Content-Length: 0'], '', `${fine} ${'y'.repeat(70_000)}`),
    'FETCH_HEADERS_TOO_LARGE',
    {
      undici: 'accepts',
    },
  ),
];

export const rawAnswers: readonly (readonly [string, readonly RawAnswer[]])[] = [
  ['ordinary answers', ordinary],
  ['the end of an answer', framing],
  ['chunks', chunks],
  ['heads', heads],
];
