import { USER_RULES, type UserRules } from '../rules/user-rules.ts';
import { noObjection, type ScopeDecision } from './candidate.ts';
import { type ContentRule, contentTooLarge } from './content-rules.ts';
import { covers, type ScopePrefix } from './place-and-depth.ts';

/** A folder, with everything below it, that a project asks for (figure 3-13 of the Smart Crawler paper). */
export interface SubTree {
  /** The URL of the folder, with its slash. */
  readonly root: string;
  /** How many folders below the root; 0 for the files of the root only. */
  readonly maxDepth: number;
  /** The parts of it that are wanted; empty for all of it. */
  readonly prefixes: readonly ScopePrefix[];
  /** Which of its files are kept. */
  readonly keeps: (url: string) => boolean;
}

/** A file as its listing describes it. Null for what the listing does not say. */
export interface FoundFile {
  readonly url: string;
  readonly size: number | null;
  readonly ageInSeconds: number | null;
  /** By its name. Read only when there are rules. */
  readonly type: string | null;
}

interface FileScopeSettings {
  readonly trees: readonly SubTree[];
  readonly maxBytes: number;
  readonly rules: UserRules | null;
}

const rejected = (rule: string, reason: string): ScopeDecision => ({ verdict: 'reject', rule, reason });

/**
 * Decides which files of folders belong to a project. Listings end, so no rule against endless sites is needed; and they
 * give size and age, so rules about those decide before anything is fetched.
 */
export class FileScope {
  readonly #settings: FileScopeSettings;
  /** The number of the first allow rule. A rule before it denies a folder with everything below. */
  readonly #firstAllow: number;
  readonly #tooLarge: ContentRule;

  constructor(settings: FileScopeSettings) {
    this.#settings = settings;
    this.#tooLarge = contentTooLarge(settings.maxBytes);
    const { rules = [] } = settings.rules?.ruleSet ?? {};
    this.#firstAllow = rules.find(({ verdict }) => verdict === 'accept')?.number ?? Number.POSITIVE_INFINITY;
  }

  judge(file: FoundFile): ScopeDecision {
    const { url, size } = file;
    const place = this.#judgePlace(url);
    if (place.verdict === 'reject') return place;
    const { rules } = this.#settings;
    if (rules !== null) {
      const answer = { type: file.type, bytes: size, ageInSeconds: file.ageInSeconds };
      const decision = rules.ruleSet.decide({ url, depth: this.#depth(url), answer });
      rules.counts.note(url, decision);
      if (decision.verdict === 'reject') return rejected(USER_RULES, decision.reason);
    }
    const content = { kind: 'page', path: '', contentType: null, bytes: size } as const;
    if (this.#tooLarge.decide(content) === 'none') return noObjection;
    return rejected(this.#tooLarge.name, this.#tooLarge.reason(content));
  }

  /** Whether to list a folder. A folder that a rule denies is not listed, unless an earlier rule may allow part of it. */
  judgeFolder(url: string): ScopeDecision {
    if (this.#settings.trees.every((tree) => depthIn(tree, url) > tree.maxDepth)) return tooDeepInFolders;
    const decision = this.#settings.rules?.ruleSet.decide({ url });
    if (decision?.verdict !== 'reject' || decision.rule === 'default') return noObjection;
    return decision.rule < this.#firstAllow ? rejected(USER_RULES, decision.reason) : noObjection;
  }

  /** Whether one of the sub-trees asks for this URL. */
  #judgePlace(url: string): ScopeDecision {
    const { trees } = this.#settings;
    const around = trees.filter(
      ({ root, prefixes, keeps }) => url.startsWith(root) && isWithin(prefixes, url) && keeps(url),
    );
    if (around.length === 0) return rejected('outside scope', 'no step of the project asks for it');
    return around.every((tree) => depthIn(tree, url) > tree.maxDepth) ? tooDeepInFolders : noObjection;
  }

  #depth(url: string): number {
    return Math.min(...this.#settings.trees.map((tree) => depthIn(tree, url)));
  }
}

const tooDeepInFolders = rejected('too deep', 'more folders below the start than the depth allows');

function isWithin(prefixes: readonly ScopePrefix[], url: string): boolean {
  if (prefixes.length === 0) return true;
  const { host = '', pathname = '' } = URL.parse(url) ?? {};
  return prefixes.some((prefix) => covers(prefix, host, pathname));
}

/** Folders between the root and a file; Infinity for what is not below the root. */
function depthIn({ root }: SubTree, url: string): number {
  if (!url.startsWith(root)) return Number.POSITIVE_INFINITY;
  let depth = 0;
  for (let at = url.indexOf('/', root.length); at >= 0; at = url.indexOf('/', at + 1)) depth++;
  return depth;
}
