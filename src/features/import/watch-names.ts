/** Gives each watch a name that a project may have and no other watch has. */
export class WatchNames {
  readonly #taken = new Set<string>();

  nameFor(title: string): string {
    const plain = title
      .replace(/[/\\\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, LONGEST)
      .trim();
    const first = plain === '' ? 'watch' : plain;
    let name = first;
    // File systems that ignore case would take two such files for one.
    for (let number = 2; this.#taken.has(name.toLowerCase()); number++) name = `${first} ${number}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}

/** A project's name has at most 100 characters; the number of an equal one needs some. */
const LONGEST = 90;

/** Names secrets by what they are for; the same value has one name. */
export class SecretNames {
  readonly #from: string;
  readonly #names = new Map<string, string>();

  /** `from` is the other program: no name of the user's own begins so by chance. */
  constructor(from: string) {
    this.#from = from;
  }

  nameFor(purpose: string, value: string): string {
    const key = `${purpose} ${value}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const equal = [...this.#names.keys()].filter((other) => other.startsWith(`${purpose} `)).length;
    const name = `${this.#from}-${purpose}${equal === 0 ? '' : `-${equal + 1}`}`;
    this.#names.set(key, name);
    return name;
  }
}
