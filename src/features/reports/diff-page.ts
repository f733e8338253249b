import { type ComparedParts, comparedParts } from '../../crawl/equality/compared-parts.ts';
import {
  chooseVersions,
  mostVisitsSearched,
  type StoredVersion,
  type VersionChoice,
  type VersionHistory,
  versionHistory,
} from '../../crawl/history/page-versions.ts';
import { readVersion } from '../../crawl/history/read-version.ts';
import { FileReader } from '../../crawl/list/compare-files.ts';
import { AppError } from '../../crawl/run/errors.ts';
import type { ListedPage } from '../../crawl/tables/page.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Run } from '../../crawl/tables/run.ts';
import type { FlaggedVisit } from '../../crawl/tables/visit.ts';
import { viewedSnapshot, viewForBoth, wholePage } from '../../crawl/track/equality/equality.ts';
import type { PageVersion } from '../../crawl/track/page-version.ts';
import { linkIdentities, SiteKnowledge } from '../../crawl/track/site-knowledge.ts';
import { StoreError } from '../../database/errors.ts';
import type { Store } from '../../database/store.ts';
import {
  type DiffJudge,
  type DiffVersion,
  diffChanges,
  type PageDiff,
} from '../../presentation/diff/page-diff.ts';
import {
  type ComparedVersions,
  type JudgedChange,
  judgeVersions,
  type ReportedPage,
  tellChanges,
} from '../../track/index.ts';
import { type NamedRule, namedRules } from './learned-rules.ts';

interface DifferParts {
  readonly store: Store;
  readonly project: Project;
  readonly runs: readonly Run[];
  readonly rules: readonly NamedRule[];
}

interface DiffOptions {
  /** Shows the whole page, also the parts that the project does not compare. */
  readonly isWhole?: boolean;
  /** Recomputed with today's rules and settings, instead of what the runs reported. */
  readonly asOfNow?: boolean;
}

type NamedPage = Pick<ListedPage, 'id' | 'url' | 'identity'>;

/** Shows how the pages of a project changed, as its runs reported it. */
export class PageDiffer {
  readonly #parts: DifferParts;
  readonly #knowledge: SiteKnowledge;
  readonly #files = new FileReader();
  /** Cache: for each text of settings, the function that returns which parts of a URL are compared. */
  readonly #compared = new Map<string, Promise<(url: string) => ComparedParts>>();

  private constructor(parts: DifferParts) {
    this.#parts = parts;
    this.#knowledge = new SiteKnowledge(parts.rules.map(({ stored }) => stored));
  }

  static async of(store: Store, project: Project): Promise<PageDiffer> {
    const [runs, rules] = [await store.runs.list(project.id), await namedRules(store, project)];
    return new PageDiffer({ store, project, runs, rules });
  }

  /** Throws APP_RUN_UNKNOWN, APP_VERSION_MISSING, or what `contents.read` throws. */
  async diff(page: NamedPage, choice: VersionChoice = {}, options: DiffOptions = {}): Promise<PageDiff> {
    const { isWhole = false, asOfNow = false } = options;
    const { store, project, runs } = this.#parts;
    const history = versionHistory(await store.visits.ofPage(page.id, mostVisitsSearched), runs);
    const [from, to] = chooseVersions(page.url, history, runs, choice);
    const settings = asOfNow ? project.settings : to.run.settings;
    const parts = (await this.#comparedBy(settings))(page.url);
    const about = { project: project.name, file: String(page.id), url: page.url, identity: page.identity };
    const said = asOfNow ? null : await this.#saidBetween(page, history, from, to);
    const canUseSaid = said !== null && (!isWhole || parts.view === wholePage);
    const [only] = said ?? [];
    if (canUseSaid && said.length === 1 && only !== undefined) {
      return {
        ...about,
        from: described(from),
        to: described(to),
        compares: inWords(parts, only.isWhole === (parts.view.subject === null)),
        isWhole: only.isWhole,
        judgedBy: 'the run',
        isRecomputed: false,
        ...this.#shown(page.url, only),
      };
    }
    const compared = await this.#compare(page, from, to, isWhole ? wholePage : parts.view, {
      said: canUseSaid ? said : null,
    });
    const { isSplit, before, after, ...shown } = compared;
    return {
      ...about,
      from: described(from, before),
      to: described(to, after),
      compares: inWords(parts, isSplit),
      isRecomputed: said === null && !asOfNow && shown.changes !== null && from.run.number < to.run.number,
      ...shown,
    };
  }

  /** Ends the thread that reads PDFs, if one was needed. */
  close(): Promise<void> {
    return this.#files.close();
  }

  /** The reports of the runs that brought the versions after `from` up to `to`; null when one of these runs stored no report. */
  async #saidBetween(
    { id }: NamedPage,
    { versions, lost }: VersionHistory,
    from: StoredVersion,
    to: StoredVersion,
  ): Promise<readonly ReportedPage[] | null> {
    if (lost.some((run) => run > from.run.number && run < to.run.number)) return null;
    const between = versions.slice(versions.indexOf(to), versions.indexOf(from));
    const reported = await Promise.all(between.map(({ run }) => this.#parts.store.reported.find(run.id, id)));
    return reported.length > 0 && reported.every((one) => one !== null) ? reported : null;
  }

  async #compare(
    { url }: NamedPage,
    from: StoredVersion,
    to: StoredVersion,
    wanted: ComparedParts['view'],
    { said }: { readonly said: readonly ReportedPage[] | null },
  ) {
    const { store } = this.#parts;
    const before = await readVersion(store, this.#files, from);
    const after = await readVersion(store, this.#files, to);
    const hasText = before.hasText && after.hasText;
    const view = hasText ? viewForBoth(wanted, before, after) : wholePage;
    const judgedBy: DiffJudge = said === null ? 'now' : 'the runs between';
    const facts = {
      before,
      after,
      isSplit: !hasText || view === wanted,
      isWhole: view.subject === null,
      judgedBy,
    };
    if (!hasText) return { ...facts, changes: null, more: 0 };
    const identity = linkIdentities(after.url, this.#knowledge);
    const [last, now] = [viewedSnapshot(view, before), viewedSnapshot(view, after)];
    const versions = { last, now, identity };
    const reported =
      said === null
        ? tellChanges(judgeVersions(last, now, this.#rulesFor(url), identity), versions)
        : changesOverRuns(versions, said);
    return { ...facts, ...this.#shown(url, reported) };
  }

  #rulesFor(url: string) {
    return this.#knowledge.pageRules(URL.parse(url)?.host ?? '');
  }

  /** Replaces rules by the names that users see. */
  #shown(url: string, { changes, more }: ReportedPage): Pick<PageDiff, 'changes' | 'more'> {
    const site = this.#knowledge.siteOf(URL.parse(url)?.host ?? '');
    const names = new Map<string, string>();
    for (const { id, stored, content } of this.#parts.rules)
      if (content.kind === 'page' && stored.host === site) names.set(content.rule.id, id);
    return {
      changes: diffChanges(changes).map((change) => ({
        ...change,
        rules: change.rules.map((rule) => names.get(rule) ?? rule),
      })),
      more,
    };
  }

  #comparedBy(settings: string): Promise<(url: string) => ComparedParts> {
    const known = this.#compared.get(settings) ?? comparedParts(settings);
    this.#compared.set(settings, known);
    return known;
  }
}

function inWords({ subject }: ComparedParts, isSplit: boolean): string | null {
  return isSplit ? subject : `${subject}, but these could not be separated here`;
}

function described({ run, visit, sha256 }: StoredVersion, version?: PageVersion): DiffVersion {
  return {
    run: run.number,
    at: visit.at,
    sha256: Buffer.from(sha256).toString('hex'),
    bytes: visit.bytes ?? version?.body.length ?? 0,
    type: visit.type,
  };
}

/**
 * What changed over several versions, according to the runs between them: a difference is a change when one of these runs reported a
 * change of its text before or after; otherwise it is noise. Today's rules are not used.
 */
export function changesOverRuns(versions: ComparedVersions, reported: readonly ReportedPage[]): ReportedPage {
  const texts = new Set(
    reported.flatMap(({ changes }) =>
      changes.flatMap(({ isNoise, before, after }) => (isNoise ? [] : [before, after])),
    ),
  );
  const isPartOnly = reported.some(({ changes, more }) => more > 0 || changes.some(({ isCut }) => isCut));
  const wasReported = ({ change: { before, after } }: JudgedChange): boolean =>
    isPartOnly || (before !== null && texts.has(before.text)) || (after !== null && texts.has(after.text));
  const { last, now, identity } = versions;
  const judged = judgeVersions(last, now, [], identity).map((one) => {
    if (wasReported(one)) return { ...one, isNoise: false };
    return { ...one, isNoise: true, reason: 'noise to the runs in between' };
  });
  return tellChanges(judged, versions);
}

/** Null when a version no longer exists. */
export async function diffIn(
  differ: PageDiffer,
  { number }: Run,
  { pageId, url, identity }: Pick<FlaggedVisit, 'pageId' | 'url' | 'identity'>,
): Promise<PageDiff | null> {
  try {
    return await differ.diff({ id: pageId, url, identity }, { to: number });
  } catch (error) {
    if (error instanceof AppError || (error instanceof StoreError && error.decision === 'skip')) return null;
    throw error;
  }
}
