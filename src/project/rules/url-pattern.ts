import { compilePattern, type Requirement, requiredLiterals } from '../../document/index.ts';
import { globToRegex } from './glob.ts';

/** A pattern that URLs are compared with, always in time linear in the URL: `(a+)+$` costs no more than `a+$`. */
export interface UrlPattern {
  readonly kind: 'regex' | 'glob';
  /** As the user wrote it. */
  readonly source: string;
  /** Instructions of its program: what it may cost. */
  readonly size: number;
  /** What every URL that matches contains. */
  readonly requirements: readonly Requirement[];
  matches(url: string): boolean;
  /** The part of the URL that matches; null when none does. Slower than `matches`. */
  matchedPart(url: string): string | null;
}

/** Matches anywhere in the URL, as section 5.6 has it ("it is the prefix of the URL"). Throws SyntaxError. */
export function regexPattern(source: string): UrlPattern {
  if (source === '') throw new SyntaxError('"" is not a valid pattern: it is empty; write .* for every URL');
  return patternOf('regex', source, source);
}

/** Matches the whole URL. Throws SyntaxError. */
export function globPattern(source: string): UrlPattern {
  try {
    return patternOf('glob', source, globToRegex(source));
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new SyntaxError(`"${source}" is not a valid glob: ${error.message}`, { cause: error });
    }
    throw error;
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

/** What a valid pattern probably does not mean, in words; null when nothing is odd about it. Section 5.6 has the first case. */
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
 * `https://*.example.org/**` as a glob. A pattern that merely happens to match (`\.html$`) says nothing about other hosts.
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
