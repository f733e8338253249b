import { type AddressForm, valuesIn } from './address-forms.ts';

/** This many addresses with different values must lead to the same page. */
const ENOUGH = 6;
/** One difference is allowed per this many matches: it may be noise that is not known yet. */
const MATCHES_PER_DIFFERENCE = 4;
/** When this many paths match without a difference, the rule holds on every path. */
const PATHS_FOR_ALL = 3;
/** After this many different pages, and more differences than matches, the values select pages. */
const DIFFERENCES_TO_GIVE_UP = 3;
/** For each new page that a redirect led to, this many more redirects must lead to no new one: some pages may be reachable in no other way. */
const REDIRECTS_PER_FIND = 10;
const MOST_PATHS = 512;
const MOST_SOURCES = 3;
const MOST_VALUES = 12;

/** What the addresses of one path showed. */
export class PathEvidence {
  /** Whether the values rotate; null while it is undecided. */
  verdict: 'drawn' | 'stable' | null = null;
  /** The number of matches at which to test. */
  nextTestAt = 0;
  matches = 0;
  differences = 0;
  redirects = 0;
  /** The pages that redirects led to, while no link leads to them. */
  readonly #finds = new Set<string>();
  form: AddressForm;
  /** The pages with these links, newest last. */
  sources: readonly number[] = [];
  values: readonly (readonly string[])[] = [];
  /** The same values as written in the addresses, without any rule. */
  written: readonly (readonly string[])[] = [];

  constructor(form: AddressForm) {
    this.form = form;
  }

  note(form: AddressForm, url: string, source: number | null): void {
    this.form = form;
    if (source !== null && !this.sources.includes(source))
      this.sources = [...this.sources, source].slice(-MOST_SOURCES);
    if (this.values.length >= MOST_VALUES) return;
    this.values = [...this.values, form.values];
    this.written = [...this.written, valuesIn(url, form)];
  }

  /** A redirect counts as a match when it leads to no new page. `found` is the identity of a new page. */
  noteRedirect(found: string | null): void {
    this.redirects++;
    if (found !== null) this.#finds.add(found);
    this.matches = found !== null ? 0 : this.matches + 1;
  }

  /** Removes a page from those found by redirects: a link leads to it, too. */
  noteLinkTo(identity: string): void {
    this.#finds.delete(identity);
  }

  /** Whether the values select pages, so that further tests are useless. */
  get isHopeless(): boolean {
    return this.differences >= DIFFERENCES_TO_GIVE_UP && this.differences > this.matches;
  }

  get isEnough(): boolean {
    return (
      this.matches >= ENOUGH + this.#finds.size * REDIRECTS_PER_FIND &&
      this.differences * MATCHES_PER_DIFFERENCE <= this.matches &&
      this.#allPartsVary
    );
  }

  /** A part that is nearly always the same does not rotate together with the others. */
  get #allPartsVary(): boolean {
    return this.form.tokens.every(
      (_, at) => new Set(this.values.map((values) => values[at])).size * 2 > this.values.length,
    );
  }
}

/** What addresses showed that differ only in the values at the same locations, by path. */
export class FormEvidence {
  readonly paths = new Map<string, PathEvidence>();
  /** Whether the pages with such links are being fetched again now. */
  isTested = false;
  /** How many tests may still end without a verdict: the first decides most forms. */
  testsLeft = 3;
  /** How many pages may still be fetched again to find out whether they are noisy. */
  twinsLeft = 12;

  at(form: AddressForm): PathEvidence {
    const known = this.paths.get(form.path) ?? new PathEvidence(form);
    this.paths.set(form.path, known);
    if (this.paths.size > MOST_PATHS) this.paths.delete(this.paths.keys().next().value ?? '');
    return known;
  }

  get matches(): number {
    return this.#sum(({ matches }) => matches);
  }

  /** Whether enough paths agree, and none disagrees, to conclude that the values rotate on every path. */
  get isEnoughForAllPaths(): boolean {
    const agreeing = [...this.paths.values()].filter(({ matches }) => matches > 0);
    return (
      agreeing.length >= PATHS_FOR_ALL &&
      agreeing.every(({ verdict }) => verdict !== 'stable') &&
      this.matches >= ENOUGH &&
      this.#sum((path) => path.differences) === 0
    );
  }

  #sum(of: (path: PathEvidence) => number): number {
    let sum = 0;
    for (const path of this.paths.values()) sum += of(path);
    return sum;
  }
}
