/**
 * An FTP tree, fetched completely and then updated by Tidemark and by others in turn: `npm run bench -- ftp [--files N]
 * [--rounds N] [--json]`. Each program runs with its defaults. The server is vsftpd on loopback, which needs root.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasVsftpd } from '../test/fixtures/servers/vsftpd-server.ts';
import { buildProgram } from './crawl/built-program.ts';
import { printFigures } from './figure.ts';
import { figuresOf } from './ftp/figures.ts';
import { lftpMirror, type Mirror, tidemarkMirror, tidemarkReport, wgetMirror } from './ftp/mirrors.ts';
import { type Exactness, round, type Times } from './ftp/round.ts';

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});

const remark = (text: string) => console.error(text);

if (hasVsftpd) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-ftp-'));
  try {
    const built = join(folder, 'program');
    mkdirSync(built);
    const program = buildProgram(built);
    const [subject, single] = [tidemarkMirror(program), tidemarkMirror(program, 1)];
    const [lftp, wget] = [lftpMirror(), wgetMirror()];
    for (const { name, missing } of [lftp, wget])
      if (missing !== null) remark(`${name} is not here: ${missing}`);
    const mirrors = [subject, lftp, wget, single].filter(({ missing }) => missing === null);
    const times = new Map(mirrors.map((mirror): [Mirror, Times] => [mirror, { first: [], update: [] }]));
    const report = (out: string) => tidemarkReport(program, out);
    const exactness: Exactness[] = [];
    for (let i = 0; i < Number(options.rounds); i++)
      exactness.push(await round(times, { files: Number(options.files), folder, subject, report, remark }));
    const contest = { times, subject, single, peers: [lftp, wget], keepsNothing: wget };
    printFigures('ftp', figuresOf(contest, exactness), options.json);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else console.error('vsftpd is needed, and root to start it: apt-get install vsftpd');
