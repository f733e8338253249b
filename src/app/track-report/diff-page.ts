import { FileReader, linkIdentities, type PageVersion, SiteKnowledge } from '../../crawl/index.ts';
import type { DiffChange, DiffVersion, PageDiff } from '../../publish/index.ts';
import type { ListedPage, Project, Run, Store } from '../../store/index.ts';
import type { VolatileRule } from '../../track/index.ts';
import { type NamedRule, namedRules } from './learned-rules.ts';
import { chooseVersions, type StoredVersion, type VersionChoice, versionsOf } from './page-versions.ts';
import { readVersion } from './read-version.ts';
import { changesBetween } from './version-changes.ts';

/** Visits of a page that are looked through for its versions. */
const mostVisits = 1000;

/** Compares versions of a project's pages, with what the project knows to be noise. */
export class PageDiffer {
  readonly #store: Store;
  readonly #project: Project;
  readonly #runs: readonly Run[];
  readonly #rules: readonly NamedRule[];
  readonly #knowledge: SiteKnowledge;
  readonly #files = new FileReader();

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
    const [before, after] = [
      await readVersion(this.#store, this.#files, from),
      await readVersion(this.#store, this.#files, to),
    ];
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
    const names = new Map<string, string>();
    for (const { id, stored, content } of this.#rules) {
      if (content.kind === 'page' && stored.host === host) names.set(content.rule.id, id);
    }
    const nameOf = (rule: VolatileRule): string => names.get(rule.id) ?? rule.id;
    const rules = this.#knowledge.pageRules(host);
    const identity = linkIdentities(after.url, this.#knowledge);
    return changesBetween(before.snapshot, after.snapshot, { rules, identity, nameOf });
  }
}

function described({ run, visit, sha256 }: StoredVersion, { body }: PageVersion): DiffVersion {
  return {
    run: run.number,
    at: visit.at,
    sha256: Buffer.from(sha256).toString('hex'),
    bytes: visit.bytes ?? body.length,
    type: visit.type,
  };
}
