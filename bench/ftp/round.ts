import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { vsftpdServer } from '../../test/fixtures/servers/vsftpd-server.ts';
import { ChangingTree, changesOf, type TreeTruth } from '../../test/kernel/crawl/listings/changing-tree.ts';
import { type FlaggedFile, wrongFlags } from '../../test/kernel/crawl/listings/wrong-flags.ts';
import type { CommandLine } from '../crawl/contender.ts';
import { runCommand, type Taken } from '../crawl/run-command.ts';
import type { Mirror } from './mirrors.ts';

export type Visit = 'first' | 'update';

/** The times of one mirror's visits, round by round. */
export type Times = Readonly<Record<Visit, Taken[]>>;

/** How exact an update was. */
export interface Exactness {
  readonly wrongFlags: number;
  /** Bytes of files that were fetched, and of those that had to be fetched. */
  readonly bytes: number;
  readonly wanted: number;
}

export interface RoundOptions {
  readonly files: number;
  readonly folder: string;
  /** The mirror whose exactness counts, and how to get its report. */
  readonly subject: Mirror;
  readonly report: (out: string) => CommandLine;
  readonly remark: (text: string) => void;
}

/** One tree, fetched completely by each mirror; then changed, and visited again. */
export async function round(times: ReadonlyMap<Mirror, Times>, options: RoundOptions): Promise<Exactness> {
  const { files, folder, subject, report, remark } = options;
  const own = mkdtempSync(join(folder, 'round-'));
  const tree = new ChangingTree(mkdtempSync(join(own, 'tree-')), files);
  const server = await vsftpdServer(tree.folder);
  const outOf = ({ name }: Mirror) => join(own, name.replaceAll(/\W/g, ''));
  const visitAll = async (visit: Visit) => {
    for (const [mirror, taken] of times) {
      mkdirSync(outOf(mirror), { recursive: true });
      const visited = await runCommand(mirror.commandLine(server.url, outOf(mirror)), own);
      if (visited.exitCode !== 0)
        throw new Error(`${mirror.name} ended with ${visited.exitCode}:\n${visited.said}`);
      taken[visit].push(visited);
      const cpu = visited.cpuSeconds?.toFixed(2) ?? '?';
      remark(
        `${visit.padEnd(6)}  ${mirror.name.padEnd(24)} ${visited.seconds.toFixed(2)} s, ${cpu} s of processor`,
      );
    }
  };
  try {
    await visitAll('first');
    const truth = tree.change(changesOf(files));
    await visitAll('update');
    const said = times.get(subject)?.update.at(-1)?.said ?? '';
    return exactnessOf(said, report(outOf(subject)), server.url, truth);
  } finally {
    await server.close();
    rmSync(own, { recursive: true, force: true });
  }
}

function exactnessOf(said: string, report: CommandLine, url: string, truth: TreeTruth): Exactness {
  const { bytes } = JSON.parse(said.trim().split('\n').at(-1) ?? '') as { readonly bytes: number };
  const env = { ...process.env, ...report.environment };
  const reported = execFileSync(report.command, [...report.args], {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const { pages } = JSON.parse(reported) as { readonly pages: readonly FlaggedFile[] };
  return { wrongFlags: wrongFlags(pages, url, truth).length, bytes, wanted: truth.bytes };
}
