import {
  FileReader,
  linkIdentities,
  type PageVersion,
  type PageView,
  SiteKnowledge,
  viewedSnapshot,
  viewForBoth,
  wholePage,
} from '../../crawl/index.ts';
import type { DiffChange, DiffVersion, PageDiff } from '../../publish/index.ts';
import type { ListedPage, Project, Run, Store } from '../../store/index.ts';
import type { VolatileRule } from '../../track/index.ts';
import { type ComparedParts, comparedParts } from '../equality/compared-parts.ts';
import { type NamedRule, namedRules } from './learned-rules.ts';
import {
  chooseVersions,
  readVersion,
  type StoredVersion,
  type VersionChoice,
  versionsOf,
} from './page-versions.ts';
import { changesBetween } from './version-changes.ts';

/** How many visits of a page are searched for its versions. */
const mostVisits = 1000;

interface DifferParts {
  readonly store: Store;
  readonly project: Project;
  readonly runs: readonly Run[];
  readonly rules: readonly NamedRule[];
  /** What the project compares, by URL. */
  readonly compared: (url: string) => ComparedParts;
}

/** Compares versions of a project's pages, with what the project knows to be noise. */
export class PageDiffer {
  readonly #parts: DifferParts;
  readonly #knowledge: SiteKnowledge;
  readonly #files = new FileReader();

  private constructor(parts: DifferParts) {
    this.#parts = parts;
    this.#knowledge = new SiteKnowledge(parts.rules.map(({ stored }) => stored));
  }

  /** `settings` say what is compared: those of the project, or of the run that is reported. */
  static async of(store: Store, project: Project, settings = project.settings): Promise<PageDiffer> {
    return new PageDiffer({
      store,
      project,
      runs: await store.runs.list(project.id),
      rules: await namedRules(store, project),
      compared: await comparedParts(settings),
    });
  }

  /**
   * The differences in what the project compares, or in all of the page. Throws APP_RUN_UNKNOWN, APP_VERSION_MISSING,
   * or what `contents.read` throws.
   */
  async diff(
    { id, url, identity }: Pick<ListedPage, 'id' | 'url' | 'identity'>,
    choice: VersionChoice = {},
    { isWhole = false }: { readonly isWhole?: boolean } = {},
  ): Promise<PageDiff> {
    const { store, project, runs, compared } = this.#parts;
    const versions = versionsOf(await store.visits.ofPage(id, mostVisits), runs);
    const [from, to] = chooseVersions(url, versions, runs, choice);
    const [before, after] = [
      await readVersion(store, this.#files, from),
      await readVersion(store, this.#files, to),
    ];
    const hasText = before.hasText && after.hasText;
    const { subject, view: chosen } = compared(url);
    const wanted = isWhole ? wholePage : chosen;
    const view = hasText ? viewForBoth(wanted, before, after) : wholePage;
    const cannotSplit = hasText && view !== wanted;
    return {
      project: project.name,
      file: String(id),
      url,
      identity,
      from: described(from, before),
      to: described(to, after),
      compares: cannotSplit ? `${subject}, but these could not be separated here` : subject,
      isWhole: view.subject === null,
      changes: hasText ? this.#changes(url, view, before, after) : null,
    };
  }

  #changes(url: string, view: PageView, before: PageVersion, after: PageVersion): readonly DiffChange[] {
    const host = URL.parse(url)?.host ?? '';
    const names = new Map<string, string>();
    for (const { id, stored, content } of this.#parts.rules) {
      if (content.kind === 'page' && stored.host === this.#knowledge.siteOf(host))
        names.set(content.rule.id, id);
    }
    const nameOf = (rule: VolatileRule): string => names.get(rule.id) ?? rule.id;
    const rules = this.#knowledge.pageRules(host);
    const identity = linkIdentities(after.url, this.#knowledge);
    const [last, now] = [viewedSnapshot(view, before), viewedSnapshot(view, after)];
    return changesBetween(last, now, { rules, identity, nameOf });
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
