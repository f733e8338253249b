import { InputError } from '../../base/index.ts';
import { compilePattern, type Requirement, requiredLiterals } from '../../document/index.ts';

/** A pattern that URLs are compared with, always in time linear in the URL: `(a+)+$` costs no more than `a+$`. */
export interface UrlPattern {
  readonly kind: 'regex' | 'glob';
  /** As the user wrote it. */
  readonly source: string;
  /** Number of instructions of its program: a measure of its cost. */
  readonly size: number;
  /** What every matching URL contains. */
  readonly requirements: readonly Requirement[];
  matches(url: string): boolean;
  /** The part of the URL that matches; null when none does. Slower than `matches`. */
  matchedPart(url: string): string | null;
}

/** Matches anywhere in the URL, as in section 5.6 of the Smart Crawler paper ("it is the prefix of the URL"). Throws InputError. */
export function regexPattern(source: string): UrlPattern {
  if (source === '') throw new InputError('"" is not a valid pattern: it is empty; write .* for every URL');
  return patternOf('regex', source, source);
}

/** Matches the whole URL. Throws InputError. */
export function globPattern(source: string): UrlPattern {
  try {
    return patternOf('glob', source, globToRegex(source));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.after(`"${source}" is not a valid glob: `), error);
  }
}

function patternOf(kind: UrlPattern['kind'], source: string, regex: string): UrlPattern {
  const compiled = compilePattern(regex);
  return {
    kind,
    source,
    size: compiled.programSize(),
    requirements: requiredLiterals(regex),
    matches: (url) => compiled.test(url),
    matchedPart: (url) => {
      const matcher = compiled.matcher(url);
      return matcher.find() ? (matcher.group() ?? '') : null;
    },
  };
}

/** Why a valid pattern probably does not do what its user means; null when nothing is odd. The first case is from section 5.6 of the Smart Crawler paper. */
export function patternDoubt({ kind, source }: UrlPattern): string | null {
  if (kind !== 'regex') return null;
  // Only after a file name or a folder: "colou?r=" may well mean what it says.
  const query = /(?:\.\w{1,4}(\w)|(\/))\?(?=[\w.-]+=)/.exec(source);
  if (query !== null) {
    const optional = query[1] ?? query[2];
    return `"${optional}?" means "${optional}" or nothing; write \\? for the question mark of a query`;
  }
  if (/\w\/\*$/.test(source)) {
    return `/* means any number of slashes; write { glob: '${source}' } for what is below, or leave out the *`;
  }
  return null;
}

/**
 * Whether a pattern that matches a URL of this host names the host itself: `https://search\.example\.org/`, or
 * `https://*.example.org/**` as a glob. `\.html$` matches without naming a host.
 */
export function namesHost({ kind, source }: UrlPattern, host: string): boolean {
  const plain = source.replaceAll('\\', '').toLowerCase();
  for (let at = plain.indexOf(host); at !== -1; at = plain.indexOf(host, at + 1)) {
    if (!isPartOfHost(plain[at - 1]) && !isPartOfHost(plain[at + host.length])) return true;
  }
  return kind === 'glob' && endsLikeGlob(host, source);
}

const isPartOfHost = (character: string | undefined): boolean =>
  character !== undefined && /[\w.-]/.test(character);

/** `news.example.org` ends like `https://*.example.org/**`: at least two labels must be spelled out. */
function endsLikeGlob(host: string, glob: string): boolean {
  const place = /^[^/]*:\/\/([^/]+)/.exec(glob)?.[1] ?? '';
  const end = /[*}](\.[\w.-]+)$/.exec(place)?.[1]?.toLowerCase() ?? '';
  return end.split('.').length > 2 && host.endsWith(end);
}

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

/** The regular expression that means the same. Throws InputError. */
function globToRegex(glob: string): string {
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
      if (open === 0) throw new InputError('} without {; write \\} for the character itself');
      open--;
      regex += ')';
    } else if (character === ',' && open > 0) regex += '|';
    else if (character === '\\') {
      i++;
      if (i === glob.length) throw new InputError('nothing follows the last \\');
      const next = glob.codePointAt(i) ?? 0;
      regex += quoted(String.fromCodePoint(next));
      if (next > 0xffff) i++;
    } else regex += quoted(character);
  }
  if (open > 0) throw new InputError('missing }');
  return `${regex}$`;
}

function lengthOfStars(glob: string, start: number): number {
  let end = start;
  while (glob[end] === '*') end++;
  return end - start;
}

/** A glob that begins with a host or a path would never match: it is compared with the whole URL. */
function checkBeginning(glob: string): void {
  if (glob === '') throw new InputError('it is empty; write ** for every URL');
  const beginning = /^[^*?{\\]*/.exec(glob)?.[0] ?? '';
  const whole = beginning.length === glob.length;
  if (whole ? /^[a-z][a-z\d+.-]*:/.test(glob) : /^(?:[a-z][a-z\d+.-]*(?::\/?\/?|:\/\/.*)?)?$/.test(beginning))
    return;
  throw new InputError({
    reason: 'a glob is compared with the whole URL',
    hint: `write https://... or **${glob}`,
  });
}

/** A regular expression for exactly this text. */
export const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
