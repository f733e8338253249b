import type { UserRules } from '../rules/user-rules.ts';
import { USER_RULES } from '../rules/user-rules.ts';
import { contentTooLarge } from './content-too-large.ts';
import type { ScopeDecision } from './rule.ts';
import { covers, type ScopePrefix } from './scope-prefix.ts';

/** A folder with all below it that a project asks for (figure 3-13). */
export interface SubTree {
  /** The URL of the folder, with its slash. */
  readonly root: string;
  /** How many folders below the root; 0 for the files of the root only. */
  readonly maxDepth: number;
  /** The parts of it that are wanted; all of it when there are none. */
  readonly prefixes: readonly ScopePrefix[];
  /** Which of its files are kept. */
  readonly keeps: (url: string) => boolean;
}

/** A file as its listing tells it. Null for what it does not tell. */
export interface FoundFile {
  readonly url: string;
  readonly size: number | null;
  readonly ageInSeconds: number | null;
  /** By its name. */
  readonly type: string | null;
}

export interface FileScopeSettings {
  readonly trees: readonly SubTree[];
  readonly maxBytes: number;
  readonly rules: UserRules | null;
}

const accepted: ScopeDecision = { verdict: 'accept', rule: null, reason: 'no rule speaks against it' };
const rejected = (rule: string, reason: string): ScopeDecision => ({ verdict: 'reject', rule, reason });

/**
 * Which files of folders belong to a project. Listings have an end, so the guards against endless sites are not asked; and
 * they tell size and age beforehand, so rules about those are decided before anything is fetched.
 */
export class FileScope {
  readonly #settings: FileScopeSettings;
  /** Whether an allow rule might let in what is below a folder that a later rule denies. */
  readonly #firstAllow: number;

  constructor(settings: FileScopeSettings) {
    this.#settings = settings;
    const { rules = [] } = settings.rules?.ruleSet ?? {};
    this.#firstAllow = rules.find(({ verdict }) => verdict === 'accept')?.number ?? Number.POSITIVE_INFINITY;
  }

  judge({ url, size, ageInSeconds, type }: FoundFile): ScopeDecision {
    const { rules, maxBytes } = this.#settings;
    const place = this.#place(url);
    if (place.verdict === 'reject') return place;
    const answer = { type, bytes: size, ageInSeconds };
    const decision = rules?.ruleSet.decide({ url, depth: this.#depth(url), answer });
    if (decision !== undefined) rules?.counts.note(url, decision);
    if (decision?.verdict === 'reject') return rejected(USER_RULES, decision.reason);
    const tooLarge = contentTooLarge(maxBytes);
    const content = { kind: 'page', path: '', contentType: type, bytes: size } as const;
    if (tooLarge.decide(content) === 'reject') return rejected(tooLarge.name, tooLarge.reason(content));
    return accepted;
  }

  /** Whether to look into a folder. One that a rule denies is not, unless an earlier rule may allow some of it. */
  judgeFolder(url: string): ScopeDecision {
    if (this.#settings.trees.every((tree) => depthIn(tree, url) > tree.maxDepth)) return tooDeep;
    const decision = this.#settings.rules?.ruleSet.decide({ url });
    if (decision?.verdict !== 'reject' || decision.rule === 'default') return accepted;
    return decision.rule < this.#firstAllow ? rejected(USER_RULES, decision.reason) : accepted;
  }

  /** Whether one of the sub-trees wants what stands there. */
  #place(url: string): ScopeDecision {
    const { trees } = this.#settings;
    const { host = '', pathname = '' } = URL.parse(url) ?? {};
    const around = trees.filter(
      ({ root, prefixes, keeps }) =>
        url.startsWith(root) &&
        (prefixes.length === 0 || prefixes.some((prefix) => covers(prefix, host, pathname))) &&
        keeps(url),
    );
    if (around.length === 0) return rejected('outside scope', 'no step of the project asks for it');
    return around.every((tree) => depthIn(tree, url) > tree.maxDepth) ? tooDeep : accepted;
  }

  #depth(url: string): number {
    return Math.min(...this.#settings.trees.map((tree) => depthIn(tree, url)));
  }
}

const tooDeep = rejected('too deep', 'more folders below the start than the depth allows');

/** Folders between the root and a file; Infinity for what is not below the root. */
function depthIn({ root }: SubTree, url: string): number {
  return url.startsWith(root) ? url.slice(root.length).split('/').length - 1 : Number.POSITIVE_INFINITY;
}
