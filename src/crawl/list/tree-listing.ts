import { TidemarkError } from '../../base/index.ts';
import { type ListedEntry, usualRetries, walkTree } from '../../fetch/index.ts';
import { type FileFacts, type ListingProblem, ListingProblems } from '../../track/index.ts';
import type { LeftOutCounts } from '../frontier/left-out-counts.ts';
import type { ListSiteOptions } from './list-options.ts';
import type { GoneSite, Visitors } from './visitors.ts';

/** The files in the trees of a project, as one walk over them found them. */
export interface TreeListing {
  readonly files: ReadonlyMap<string, FileFacts>;
  readonly problems: ListingProblems;
  /** Folders outside the scope: nothing is known about the files below them. */
  readonly skippedFolders: ReadonlySet<string>;
  /** When the walk began, in milliseconds since 1970. */
  readonly listedAt: number;
}

interface ListingParts
  extends Pick<
    ListSiteOptions,
    'isResumed' | 'connections' | 'trees' | 'scope' | 'attempts' | 'turn' | 'redact' | 'now' | 'signal'
  > {
  readonly visitors: Visitors;
  readonly gone: GoneSite;
  readonly leftOut: LeftOutCounts;
}

/**
 * Lists all trees. Returns why the site is gone when it goes away meanwhile: half a listing says nothing about the other
 * half. Throws only errors that say "stop"; a new run that cannot enter has a problem with every tree.
 */
export async function listTrees(parts: ListingParts): Promise<TreeListing | { readonly gone: string }> {
  const { visitors, gone, connections, trees, scope, leftOut, attempts, turn, redact, now, signal } = parts;
  const files = new Map<string, FileFacts>();
  const problems: ListingProblem[] = [];
  const skippedFolders = new Set<string>();
  const listedAt = now();
  const problemAt = (url: string, { code, message }: TidemarkError) =>
    problems.push({ url, code, message: redact(message) });
  const enters = (url: string): boolean => {
    const { verdict, rule } = scope.judgeFolder(url);
    if (verdict === 'accept') return true;
    leftOut.add(rule ?? 'out of scope', url);
    skippedFolders.add(url);
    return false;
  };
  const list = (folder: string) =>
    visitors.use(async (visitor) => {
      await turn();
      return visitor.list(folder);
    });
  let hasEntered = parts.isResumed;
  for (const { root, maxDepth } of trees) {
    try {
      await visitors.enter();
      hasEntered = true;
      const retries = { ...usualRetries, attempts };
      const how = { maxDepth: maxDepth + 1, enters, retries, signal, atOnce: connections };
      for await (const item of walkTree({ list }, root, how)) {
        signal.throwIfAborted();
        if (item.item === 'file') files.set(item.url, factsOf(item.entry));
        if (item.item !== 'problem') continue;
        const why = await gone.reason(item.error);
        if (why !== null) return { gone: redact(why) };
        problemAt(item.url, item.error);
      }
    } catch (error) {
      if (!(error instanceof TidemarkError) || error.decision === 'stop') throw error;
      const why = hasEntered ? await gone.reason(error) : null;
      if (why !== null) return { gone: redact(why) };
      problemAt(root, error);
    }
  }
  return { files, problems: new ListingProblems(problems), skippedFolders, listedAt };
}

function factsOf({ size, modified, hash }: ListedEntry): FileFacts {
  return { size, modified, hash };
}
