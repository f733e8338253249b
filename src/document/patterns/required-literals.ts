/** Every text that matches contains at least one of these. ASCII, in lower case, none empty. */
export type Requirement = readonly string[];

/**
 * The literals that a text must contain to match a regular expression (RE2 syntax, already compiled by re2js). A text can
 * match only if it contains one literal of each requirement, in any case. The Kelvin sign and the long s count as k and s,
 * which they match when case is ignored.
 *
 * Why that holds. A concatenation is read as a list of atoms. Only plain ASCII characters and groups count. A class, a dot,
 * an assertion, an escape of anything but punctuation, and any character beyond ASCII (which may fold to ASCII: the Kelvin
 * sign is a k) count as "anything, or nothing", which only weakens the requirement. Neighbouring characters of the pattern
 * are also neighbours in the text. A part that may be absent (`?`, `*`, `{0,n}`) counts as anything. A part that occurs at
 * least once counts once, and the part after it is not its neighbour. One branch of an alternation occurs, so one
 * requirement of each branch joins a common one; if a branch has none, the alternation has none. Folding every character
 * only admits more texts, so flags can be ignored. Syntax that is not understood yields no requirement at all.
 */
export function requiredLiterals(regex: string): readonly Requirement[] {
  const reader = new LiteralReader(regex);
  return reader.read() ?? [];
}

/** More alternatives than this are not worth searching for. */
const MOST_ALTERNATIVES = 64;

type Atom =
  | { readonly kind: 'character'; readonly character: string; readonly neighbourAfter: boolean }
  | { readonly kind: 'requirements'; readonly requirements: readonly Requirement[] };

const anything: Atom = { kind: 'requirements', requirements: [] };

/** What is inside a pair of parentheses, or outside all of them. */
interface Group {
  /** Requirements of the branches before the last vertical bar. */
  readonly branches: (readonly Requirement[])[];
  atoms: Atom[];
}

// Groups are kept on a stack of our own: a hundred thousand parentheses must not overflow the call stack.
class LiteralReader {
  readonly #regex: string;
  readonly #outer: Group[] = [];
  #group: Group = { branches: [], atoms: [] };
  #at = 0;

  constructor(regex: string) {
    this.#regex = regex;
  }

  /** Null when something is not understood. */
  read(): readonly Requirement[] | null {
    while (this.#at < this.#regex.length) if (!this.#step()) return null;
    return this.#outer.length > 0 ? null : requirementsOf(this.#group);
  }

  #step(): boolean {
    switch (this.#regex.charAt(this.#at)) {
      case '(':
        return this.#open();
      case ')':
        return this.#close();
      case '|':
        this.#group.branches.push(requirementsOfAtoms(this.#group.atoms));
        this.#group.atoms = [];
        this.#at++;
        return true;
      case '[':
        return this.#skipClass();
      case '\\':
        return this.#escape();
      case '*':
      case '?':
        return this.#repeat(0, 1);
      case '+':
        return this.#repeat(1, 1);
      case '{':
        return this.#braces();
      case '.':
      case '^':
      case '$':
        this.#group.atoms.push(anything);
        this.#at++;
        return true;
      default:
        this.#character();
        return true;
    }
  }

  #open(): boolean {
    const rest = this.#regex.slice(this.#at, this.#at + 100);
    // Flags without a group, (?i), are no atom: a repetition after them repeats what comes before them, as in re2js.
    const flags = /^\(\?[imsU]*(?:-[imsU]+)?\)/.exec(rest);
    if (flags !== null) {
      this.#at += flags[0].length;
      return true;
    }
    const start = /^\((?:\?(?:P?<\w+>|[imsU]*(?:-[imsU]+)?:))?/.exec(rest)?.[0] ?? '';
    if (start === '(' && rest.startsWith('(?')) return false;
    this.#outer.push(this.#group);
    this.#group = { branches: [], atoms: [] };
    this.#at += start.length;
    return start !== '';
  }

  #close(): boolean {
    const outer = this.#outer.pop();
    if (outer === undefined) return false;
    outer.atoms.push({ kind: 'requirements', requirements: requirementsOf(this.#group) });
    this.#group = outer;
    this.#at++;
    return true;
  }

  /** `[]a]`, `[^]a]`, `[[:alpha:]]`, `[\]]`: a closing bracket may come first, in a name or escaped. */
  #skipClass(): boolean {
    const start = /^\[\^?(?:\[:\^?\w+:\]|\\.|[^\\])(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]/su;
    const length = start.exec(this.#regex.slice(this.#at))?.[0].length;
    if (length === undefined) return false;
    this.#group.atoms.push(anything);
    this.#at += length;
    return true;
  }

  #escape(): boolean {
    const rest = this.#regex.slice(this.#at + 1, this.#at + 100);
    if (rest.startsWith('Q')) {
      const start = this.#at + 2;
      const end = this.#regex.indexOf('\\E', start);
      for (const character of this.#regex.slice(start, end === -1 ? undefined : end)) this.#push(character);
      this.#at = end === -1 ? this.#regex.length : end + 2;
      return true;
    }
    const punctuation = /^[!-/:-@[-`{-~]/.exec(rest)?.[0];
    if (punctuation !== undefined) {
      this.#push(punctuation);
      this.#at += 2;
      return true;
    }
    const other =
      /^(?:[pP](?:\{\^?\w+\}|\w)|x(?:\{[\da-f]+\}|[\da-f]{2})|[0-7]{1,3}|[abBAdDfnrsStvwWz])/i.exec(rest);
    if (other === null) return false;
    this.#group.atoms.push(anything);
    this.#at += 1 + other[0].length;
    return true;
  }

  #braces(): boolean {
    const count = /^\{(\d+)(?:,\d*)?\}/.exec(this.#regex.slice(this.#at, this.#at + 30));
    if (count !== null) return this.#repeat(Number(count[1]), count[0].length);
    this.#character();
    return true;
  }

  #repeat(least: number, length: number): boolean {
    this.#at += length;
    if (this.#regex[this.#at] === '?') this.#at++;
    const repeated = this.#group.atoms.pop();
    if (repeated === undefined) return false;
    if (least === 0) this.#group.atoms.push(anything);
    else if (repeated.kind === 'requirements') this.#group.atoms.push(repeated);
    else this.#group.atoms.push({ ...repeated, neighbourAfter: false });
    return true;
  }

  #character(): void {
    const character = String.fromCodePoint(this.#regex.codePointAt(this.#at) ?? 0);
    this.#push(character);
    this.#at += character.length;
  }

  #push(character: string): void {
    this.#group.atoms.push(
      character < '\u0080'
        ? { kind: 'character', character: character.toLowerCase(), neighbourAfter: true }
        : anything,
    );
  }
}

function requirementsOf({ branches, atoms }: Group): readonly Requirement[] {
  const last = requirementsOfAtoms(atoms);
  if (branches.length === 0) return last;
  const together = new Set<string>();
  for (const branch of [...branches, last]) {
    const clearest = clearestOf(branch);
    if (clearest === null) return [];
    for (const literal of clearest) together.add(literal);
  }
  return together.size > MOST_ALTERNATIVES ? [] : [[...together]];
}

function requirementsOfAtoms(atoms: readonly Atom[]): readonly Requirement[] {
  const found: Requirement[] = [];
  let literal = '';
  const finish = (): void => {
    if (literal !== '') found.push([literal]);
    literal = '';
  };
  for (const atom of atoms) {
    if (atom.kind === 'character') literal += atom.character;
    else for (const requirement of atom.requirements) found.push(requirement);
    if (atom.kind === 'requirements' || !atom.neighbourAfter) finish();
  }
  finish();
  return found;
}

/** The requirement whose shortest literal is longest. */
function clearestOf(requirements: readonly Requirement[]): Requirement | null {
  const shortest = (requirement: Requirement): number => Math.min(...requirement.map(({ length }) => length));
  return requirements.reduce<Requirement | null>(
    (best, one) => (best === null || shortest(one) > shortest(best) ? one : best),
    null,
  );
}
