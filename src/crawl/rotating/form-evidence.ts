import { type AddressForm, valuesIn } from './address-forms.ts';

/** So many addresses with other values must lead to the same page. */
const ENOUGH = 6;
/** Of these, one in so many may differ: what a page shows may be noise that is not known yet. */
const MATCHES_PER_DIFFERENCE = 4;
/** On so many paths, all of them without a difference: then it is so on every path. */
const PATHS_FOR_ALL = 3;
/** So many different pages, and none that is the same, say that the values select pages. */
const DIFFERENCES_TO_GIVE_UP = 3;
/** Where redirects have led to new pages, so many more have to lead to none: some may be reached in no other way. */
const REDIRECTS_PER_FIND = 10;
const MOST_PATHS = 512;
const MOST_SOURCES = 3;
const MOST_VALUES = 12;

/** What addresses with one path have shown. */
export class PathEvidence {
  /** What is known about the values; null while it is open. */
  verdict: 'drawn' | 'stable' | null = null;
  /** The matches at which to test. */
  nextTestAt = 0;
  matches = 0;
  differences = 0;
  redirects = 0;
  /** The pages that redirects led to, as long as no link leads to them. */
  readonly #finds = new Set<string>();
  form: AddressForm;
  /** The pages whose links they were, newest last. */
  sources: readonly number[] = [];
  values: readonly (readonly string[])[] = [];
  /** The same as they stand in the addresses, without any rule. */
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

  /** A redirect counts as a match when it leads to no other page than those before it. `found` is the identity of a new one. */
  noteRedirect(found: string | null): void {
    this.redirects++;
    if (found !== null) this.#finds.add(found);
    this.matches = found !== null ? 0 : this.matches + 1;
  }

  /** A page that a redirect led to would have been found without it. */
  noteLinkTo(identity: string): void {
    this.#finds.delete(identity);
  }

  /** Whether the values select pages, so that looking on is a waste. */
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

/** What addresses that differ in the values at the same places have shown, path by path. */
export class FormEvidence {
  readonly paths = new Map<string, PathEvidence>();
  /** Whether their links are being fetched again at this moment. */
  isTested = false;
  /** How many tests may still end without a verdict: most are decided by the first. */
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

  /** Whether so many paths agree, and none disagrees, that the places rotate wherever they occur. */
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
