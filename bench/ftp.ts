/**
 * An FTP tree, fetched whole and brought up to date by Tidemark and by others in turns: `npm run bench -- ftp [--files N]
 * [--rounds N] [--json]`. The server is vsftpd on loopback, which needs root.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ChangingTree, changesOf } from '../test/list/changing-tree.ts';
import { hasVsftpd, vsftpdServer } from '../test/servers/vsftpd-server.ts';
import { buildProgram } from './crawl/built-program.ts';
import { median } from './crawl/median.ts';
import { runCommand, type Taken } from './crawl/run-command.ts';
import { type Figure, printFigures } from './figure.ts';
import { lftpMirror, type Mirror, tidemarkMirror, wgetMirror } from './ftp/mirrors.ts';

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});

type Visit = 'first' | 'update';
type Times = Readonly<Record<Visit, Taken[]>>;

const remark = (text: string) => console.error(text);

/** One tree, visited by each mirror whole; then changed, and visited again. */
async function round(mirrors: readonly Mirror[], times: ReadonlyMap<Mirror, Times>, folder: string) {
  const own = mkdtempSync(join(folder, 'round-'));
  const tree = new ChangingTree(mkdtempSync(join(own, 'tree-')), Number(options.files));
  const server = await vsftpdServer(tree.folder);
  let wanted = 0;
  try {
    for (const visit of ['first', 'update'] as const) {
      if (visit === 'update') wanted = tree.change(changesOf(Number(options.files)));
      for (const mirror of mirrors) {
        const out = join(own, mirror.name.replaceAll(/\W/g, ''));
        mkdirSync(out, { recursive: true });
        const taken = await runCommand(mirror.commandLine(server.url, out), own);
        if (taken.exitCode !== 0)
          throw new Error(`${mirror.name} ended with ${taken.exitCode}:\n${taken.said}`);
        times.get(mirror)?.[visit].push(taken);
        const cpu = taken.cpuSeconds?.toFixed(2) ?? '?';
        remark(
          `${visit.padEnd(6)}  ${mirror.name.padEnd(24)} ${taken.seconds.toFixed(2)} s, ${cpu} s of processor`,
        );
      }
    }
  } finally {
    await server.close();
    rmSync(own, { recursive: true, force: true });
  }
  return wanted;
}

function figuresOf(times: ReadonlyMap<Mirror, Times>, subject: Mirror, wanted: number): readonly Figure[] {
  const own = times.get(subject);
  if (own === undefined) return [];
  const figures: Figure[] = [];
  for (const [visit, words] of [
    ['first', 'whole tree'],
    ['update', 'update'],
  ] as const) {
    const [wall, cpu] = [secondsOf(own[visit]), cpuOf(own[visit])];
    figures.push({
      name: `${words}, Tidemark`,
      value: wall,
      unit: 's',
      floor: null,
      note: `${cpu.toFixed(2)} s of processor`,
    });
    for (const [mirror, theirs] of times) {
      if (mirror === subject || theirs[visit].length === 0) continue;
      const isPeer = !mirror.name.startsWith('tidemark');
      // An update of Tidemark writes down a visit of every file, theirs only what they fetch: no floor for that.
      const floor = isPeer && visit === 'first' ? { atLeast: 1 } : null;
      figures.push({
        name: `${words}, speed beside ${mirror.name}`,
        value: secondsOf(theirs[visit]) / wall,
        unit: 'times',
        floor,
        note: `by processor time ${(cpuOf(theirs[visit]) / cpu).toFixed(2)} times; ${mirror.note}`,
      });
    }
  }
  const { bytes = 0 } = JSON.parse(own.update.at(-1)?.said.trim().split('\n').at(-1) ?? '{}') as {
    bytes?: number;
  };
  figures.push({
    name: 'bytes of files fetched by the update, beside those that had to be',
    value: bytes / wanted,
    unit: 'times',
    floor: { atMost: 1.02 },
    note: `${bytes} of ${wanted}`,
  });
  return figures;
}

const secondsOf = (taken: readonly Taken[]) => median(taken.map(({ seconds }) => seconds));
const cpuOf = (taken: readonly Taken[]) => median(taken.map(({ cpuSeconds }) => cpuSeconds ?? 0));

if (hasVsftpd) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-ftp-'));
  try {
    const program = join(folder, 'program');
    mkdirSync(program);
    const built = buildProgram(program);
    const subject = tidemarkMirror(built);
    const all = [subject, lftpMirror(), wgetMirror(), tidemarkMirror(built, 4)];
    for (const { name, missing } of all) if (missing !== null) remark(`${name} is not here: ${missing}`);
    const mirrors = all.filter(({ missing }) => missing === null);
    const times = new Map(mirrors.map((mirror): [Mirror, Times] => [mirror, { first: [], update: [] }]));
    let wanted = 0;
    for (let i = 0; i < Number(options.rounds); i++) wanted = await round(mirrors, times, folder);
    printFigures('ftp', figuresOf(times, subject, wanted), options.json);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else console.error('vsftpd is needed, and root to start it: apt-get install vsftpd');
