// Globs for URLs. A glob is compared with the whole normalised URL, scheme and query included, case-sensitively.
//
//     *      any characters except a slash, or none
//     **     any characters, or none; between slashes also no folder at all: a/**/b matches a/b, a/x/b, a/x/y/b
//     ?      one character except a slash; so it also matches the question mark before a query
//     {a,b}  either; may contain wildcards and braces; {,/**} is nothing, or everything below
//     \      takes the next character literally
//
// Everything else stands for itself, square brackets included: they belong to IPv6 hosts. `https://example.org/news/**`
// matches everything below the folder, and `https://example.org/news/` itself, but not `https://example.org/news`.

/** The regular expression that means the same. Throws SyntaxError, whose message says what is wrong. */
export function globToRegex(glob: string): string {
  checkBeginning(glob);
  let regex = '^';
  let open = 0;
  for (let i = 0; i < glob.length; i++) {
    const character = glob.charAt(i);
    if (character === '*') {
      const stars = lengthOfStars(glob, i);
      if (stars === 1) regex += '[^/]*';
      else if (glob[i - 1] === '/' && glob[i + stars] === '/') {
        regex += '(?:.*/)?';
        i++;
      } else regex += '.*';
      i += stars - 1;
    } else if (character === '?') regex += '[^/]';
    else if (character === '{') {
      open++;
      regex += '(?:';
    } else if (character === '}') {
      if (open === 0) throw new SyntaxError('} without {; write \\} for the character itself');
      open--;
      regex += ')';
    } else if (character === ',' && open > 0) regex += '|';
    else if (character === '\\') {
      i++;
      if (i === glob.length) throw new SyntaxError('nothing follows the last \\');
      const next = glob.codePointAt(i) ?? 0;
      regex += quoted(String.fromCodePoint(next));
      if (next > 0xffff) i++;
    } else regex += quoted(character);
  }
  if (open > 0) throw new SyntaxError('missing }');
  return `${regex}$`;
}

function lengthOfStars(glob: string, start: number): number {
  let end = start;
  while (glob[end] === '*') end++;
  return end - start;
}

/** A glob that begins with a host or a path would never match: it is compared with the whole URL. */
function checkBeginning(glob: string): void {
  if (glob === '') throw new SyntaxError('it is empty; write ** for every URL');
  const beginning = /^[^*?{\\]*/.exec(glob)?.[0] ?? '';
  const whole = beginning.length === glob.length;
  if (whole ? /^[a-z][a-z\d+.-]*:/.test(glob) : /^(?:[a-z][a-z\d+.-]*(?::\/?\/?|:\/\/.*)?)?$/.test(beginning))
    return;
  throw new SyntaxError(`a glob is compared with the whole URL: write https://... or **${glob}`);
}

const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
