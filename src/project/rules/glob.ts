// Globs for URLs. One is compared with the whole normalised URL, scheme and query included; upper and lower case differ.
//
//     *      any characters but a slash, or none
//     **     any characters, or none; between slashes also no folder at all: a/**/b is a/b, a/x/b, a/x/y/b
//     ?      one character but a slash; so the question mark before a query is matched, too
//     {a,b}  either; may hold other signs and braces; {,/**} is nothing, or everything below
//     \      takes the next character as it is
//
// Everything else stands for itself, also square brackets: they belong to IPv6 hosts. `https://example.org/news/**` is
// what lies below the folder, and `https://example.org/news/` itself, but not `https://example.org/news`.

/** The regular expression that means the same. Throws SyntaxError with words for what is wrong. */
export function globToRegex(glob: string): string {
  checkBeginning(glob);
  let regex = '^';
  let open = 0;
  for (let i = 0; i < glob.length; i++) {
    const sign = glob.charAt(i);
    if (sign === '*') {
      const stars = lengthOfStars(glob, i);
      if (stars === 1) regex += '[^/]*';
      else if (glob[i - 1] === '/' && glob[i + stars] === '/') {
        regex += '(?:.*/)?';
        i++;
      } else regex += '.*';
      i += stars - 1;
    } else if (sign === '?') regex += '[^/]';
    else if (sign === '{') {
      open++;
      regex += '(?:';
    } else if (sign === '}') {
      if (open === 0) throw new SyntaxError('} without {; write \\} for the sign itself');
      open--;
      regex += ')';
    } else if (sign === ',' && open > 0) regex += '|';
    else if (sign === '\\') {
      i++;
      if (i === glob.length) throw new SyntaxError('nothing after the last \\');
      const character = glob.codePointAt(i) ?? 0;
      regex += quoted(String.fromCodePoint(character));
      if (character > 0xffff) i++;
    } else regex += quoted(sign);
  }
  if (open > 0) throw new SyntaxError('missing }');
  return `${regex}$`;
}

function lengthOfStars(glob: string, start: number): number {
  let end = start;
  while (glob[end] === '*') end++;
  return end - start;
}

/** A glob that begins with a host or a path would never match anything: it is compared with the whole URL. */
function checkBeginning(glob: string): void {
  if (glob === '') throw new SyntaxError('it is empty; write ** for every URL');
  const beginning = /^[^*?{\\]*/.exec(glob)?.[0] ?? '';
  const whole = beginning.length === glob.length;
  if (whole ? /^[a-z][a-z\d+.-]*:/.test(glob) : /^(?:[a-z][a-z\d+.-]*(?::\/?\/?|:\/\/.*)?)?$/.test(beginning))
    return;
  throw new SyntaxError(`it is compared with the whole URL: write https://... or **${glob}`);
}

const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
