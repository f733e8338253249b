/** At least one of these is in every text that matches. In lower case, ASCII, none empty. */
export type Requirement = readonly string[];

/**
 * What every ASCII text that a regular expression (RE2 syntax, already found valid by re2js) matches must contain, all
 * upper case folded to lower: the text `t` can match only if `t.toLowerCase()` contains one literal of each requirement.
 *
 * Why that holds. A concatenation is read as a list of atoms. The only atoms that count are plain ASCII characters and
 * groups; a class, a dot, an escape that is not a plain sign, any character beyond ASCII (which may fold to ASCII: the
 * Kelvin sign is a k) and an assertion count as "anything, or nothing", which only asks for less. Neighbouring
 * characters are neighbours in the text as well, since nothing stands between them. What may be absent (`?`, `*`,
 * `{0,n}`) counts as anything; what occurs at least once counts once, and nothing after it is its neighbour. Of an
 * alternation one branch occurs, so one requirement of each branch is taken together; if a branch has none, the
 * alternation has none. Folding all characters only lets more through, so flags need not be followed. What is not
 * understood yields no requirement at all.
 */
export function requiredLiterals(regex: string): readonly Requirement[] {
  const reader = new LiteralReader(regex);
  return reader.read() ?? [];
}

/** More alternatives than this are not looked for one by one. */
const MOST_ALTERNATIVES = 64;

type Atom =
  | { readonly kind: 'character'; readonly character: string; readonly neighbourAfter: boolean }
  | { readonly kind: 'requirements'; readonly requirements: readonly Requirement[] };

const anything: Atom = { kind: 'requirements', requirements: [] };

/** What stands between two parentheses, or between none. */
interface Group {
  /** Requirements of the branches before the last vertical bar. */
  readonly branches: (readonly Requirement[])[];
  atoms: Atom[];
}

// Groups are kept on a stack of our own: a hundred thousand parentheses must not overflow that of the machine.
class LiteralReader {
  readonly #regex: string;
  readonly #outer: Group[] = [];
  #group: Group = { branches: [], atoms: [] };
  #at = 0;

  constructor(regex: string) {
    this.#regex = regex;
  }

  /** Null when something was not understood. */
  read(): readonly Requirement[] | null {
    while (this.#at < this.#regex.length) if (!this.#step()) return null;
    return this.#outer.length > 0 ? null : requirementsOf(this.#group);
  }

  #step(): boolean {
    const sign = this.#regex.charAt(this.#at);
    switch (sign) {
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
    // Flags without a group, (?i): no atom. What repeats next repeats what stands before them, as in re2js.
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

  /** `[]a]`, `[^]a]`, `[[:alpha:]]`, `[\]]`: the first sign, names and escapes may hold the closing bracket. */
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
    const sign = /^[!-/:-@[-`{-~]/.exec(rest)?.[0];
    if (sign !== undefined) {
      this.#push(sign);
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

/** The one whose shortest literal is longest. */
function clearestOf(requirements: readonly Requirement[]): Requirement | null {
  const shortest = (requirement: Requirement): number => Math.min(...requirement.map(({ length }) => length));
  return requirements.reduce<Requirement | null>(
    (best, one) => (best === null || shortest(one) > shortest(best) ? one : best),
    null,
  );
}
