import { linkIdentities, type PageVersion, SiteKnowledge } from '../../crawl/index.ts';
import type { Segment } from '../../document/index.ts';
import type { DiffChange, DiffVersion, PageDiff } from '../../publish/index.ts';
import type { ListedPage, Project, Run, Store } from '../../store/index.ts';
import { diffOfChange, type JudgedChange, judgeChanges, type LinkIdentity } from '../../track/index.ts';
import { type NamedRule, namedRules } from './learned-rules.ts';
import { chooseVersions, type StoredVersion, type VersionChoice, versionsOf } from './page-versions.ts';
import { readVersion } from './read-version.ts';

/** Visits of a page that are looked through for its versions. */
const mostVisits = 1000;
/** Characters whose words are compared for one diff; beyond, changed segments are told as replaced. */
const mostCompared = 600_000;

/** Compares versions of a project's pages, with what the project knows to be noise. */
export class PageDiffer {
  readonly #store: Store;
  readonly #project: Project;
  readonly #runs: readonly Run[];
  readonly #rules: readonly NamedRule[];
  readonly #knowledge: SiteKnowledge;

  private constructor(store: Store, project: Project, runs: readonly Run[], rules: readonly NamedRule[]) {
    this.#store = store;
    this.#project = project;
    this.#runs = runs;
    this.#rules = rules;
    this.#knowledge = new SiteKnowledge(rules.map(({ stored }) => stored));
  }

  static async of(store: Store, project: Project): Promise<PageDiffer> {
    return new PageDiffer(
      store,
      project,
      await store.runs.list(project.id),
      await namedRules(store, project),
    );
  }

  /** Throws APP_RUN_UNKNOWN, APP_VERSION_MISSING, or what `contents.read` throws. */
  async diff(
    { id, url, identity }: Pick<ListedPage, 'id' | 'url' | 'identity'>,
    choice: VersionChoice = {},
  ): Promise<PageDiff> {
    const versions = versionsOf(await this.#store.visits.ofPage(id, mostVisits), this.#runs);
    const [from, to] = chooseVersions(url, versions, this.#runs, choice);
    const [before, after] = [await readVersion(this.#store, from), await readVersion(this.#store, to)];
    const hasText = before.hasText && after.hasText;
    return {
      project: this.#project.name,
      file: String(id),
      url,
      identity,
      from: described(from, before),
      to: described(to, after),
      changes: hasText ? this.#changes(url, before, after) : null,
    };
  }

  #changes(url: string, before: PageVersion, after: PageVersion): readonly DiffChange[] {
    const host = URL.parse(url)?.host ?? '';
    const identity = linkIdentities(after.url, this.#knowledge);
    const judged = judgeChanges(before.snapshot, after.snapshot, this.#knowledge.pageRules(host), {
      identity,
      // The run fetched the page once more before it called it updated.
      hasTwin: true,
    });
    const headings = new Map([
      ...headingsOf(before.snapshot.segments),
      ...headingsOf(after.snapshot.segments),
    ]);
    let left = mostCompared;
    return judged.map((one) => {
      const { change } = one;
      const comparesWords = left > 0;
      if (change.flag === 'changed') left -= change.before.text.length + change.after.text.length;
      const heading = headings.get((change.after ?? change.before) as Segment) ?? null;
      return { ...diffChange(one, identity, comparesWords), heading, rules: this.#idsOf(one, host) };
    });
  }

  #idsOf({ rules }: JudgedChange, host: string): readonly string[] {
    const used = new Set(rules.map(({ id }) => id));
    return this.#rules
      .filter(
        ({ stored, content }) => content.kind === 'page' && stored.host === host && used.has(content.rule.id),
      )
      .map(({ id }) => id);
  }
}

function diffChange(
  { change, isNoise, isCertain, reason, rules }: JudgedChange,
  identity: LinkIdentity,
  comparesWords: boolean,
): Omit<DiffChange, 'heading' | 'rules'> {
  const { flag, ...rest } = diffOfChange(change, identity, comparesWords);
  const isMoved = change.flag === 'moved' || (change.flag === 'changed' && change.isMoved);
  return {
    ...rest,
    flag: flag === 'same' ? 'changed' : flag,
    movedFrom: isMoved ? (change.before?.path ?? null) : null,
    // The texts that were drawn at a place are kept with its rule; another one there is what two fetches agreed on.
    isNoise: isNoise && (isCertain || rules.every(({ kind }) => kind !== 'segment')),
    reason,
  };
}

function described({ run, visit, sha256 }: StoredVersion, { body }: PageVersion): DiffVersion {
  return {
    run: run.number,
    at: visit.at,
    sha256: Buffer.from(sha256).toString('hex'),
    bytes: body.length,
    type: visit.type,
  };
}

/** The heading above each segment. */
function headingsOf(segments: readonly Segment[]): ReadonlyMap<Segment, string> {
  const headings = new Map<Segment, string>();
  let heading: string | null = null;
  for (const segment of segments) {
    if (segment.kind === 'heading') heading = segment.text;
    else if (heading !== null) headings.set(segment, heading);
  }
  return headings;
}
