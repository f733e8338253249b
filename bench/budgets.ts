/**
 * What large and hostile pages cost at their second visit, by kind and size: `npm run bench -- budgets [--kind NAME]
 * [--sizes 0.1,1,10] [--drawn] [--json]`. Sizes in MB; with --drawn every fetch gets another page, not only every visit.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type HeavyKind, heavyKinds } from '../test/kernel/crawl/large-pages/heavy-pages.ts';
import type { ServedPage } from './budgets/heavy-site-server.ts';
import type { MeasuredVisit } from './budgets/measured-visit.ts';
import { type Figure, printFigures } from './figure.ts';

const { values: options } = parseArgs({
  options: {
    kind: { type: 'string', multiple: true },
    sizes: { type: 'string', default: '0.1,1,10' },
    drawn: { type: 'boolean', default: false },
    limit: { type: 'string', default: '120' },
    json: { type: 'boolean', default: false },
  },
});
const fileOf = (name: string): string => fileURLToPath(new URL(`./budgets/${name}.ts`, import.meta.url));
const sizes = options.sizes.split(',').map((size) => Number(size) * 1e6);
const kinds = (options.kind ?? [...Object.keys(heavyKinds), 'links']) as readonly (HeavyKind | 'links')[];

const server = fork(fileOf('heavy-site-server'));
const [port] = (await once(server, 'message')) as [number];
const url = `http://127.0.0.1:${port}/`;

async function serve(page: ServedPage): Promise<void> {
  server.send(page);
  await once(server, 'message');
}

/** Null when it did not end in time. */
async function visit(data: string, kind: string): Promise<MeasuredVisit | null> {
  const args = [fileOf('measured-visit'), url, data, ...(kind === 'links' ? ['2'] : [])];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: Number(options.limit) * 1000,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child, 'close');
  return said === '' ? null : (JSON.parse(said) as MeasuredVisit);
}

/** The second of two visits. */
async function secondVisit(kind: HeavyKind | 'links', bytes: number): Promise<MeasuredVisit | null> {
  const data = mkdtempSync(join(tmpdir(), 'tidemark-bench-budgets-'));
  try {
    const page = { kind, bytes, isDrawn: options.drawn };
    await serve({ ...page, visit: 1 });
    const first = await visit(data, kind);
    console.error(`${kind}, ${bytes / 1e6} MB, first: ${shown(first)}`);
    await serve({ ...page, visit: 2 });
    const second = await visit(data, kind);
    console.error(`${kind}, ${bytes / 1e6} MB, second: ${shown(second)}`);
    return second;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

function shown(visit: MeasuredVisit | null): string {
  if (visit === null) return `no end in ${options.limit} s`;
  const { cpuSeconds, memoryMb, blockedMs, pages } = visit;
  const reported = pages['/heavy'] ?? '';
  return `${cpuSeconds.toFixed(2)} s, ${memoryMb.toFixed(0)} MB, blocked ${blockedMs.toFixed(0)} ms; ${reported}`;
}

const figures: Figure[] = [];
try {
  for (const kind of kinds) {
    let before: number | null = null;
    for (const bytes of sizes) {
      const measured = await secondVisit(kind, bytes);
      const name = `${kind}, ${bytes / 1e6} MB`;
      const seconds = measured?.cpuSeconds ?? Number.POSITIVE_INFINITY;
      const growth = before === null ? '' : `${(seconds / before).toFixed(1)} times the size before; `;
      const blocked = `blocked ${measured?.blockedMs.toFixed(0)} ms; ${measured?.pages['/heavy']}`;
      const floor = before === null ? null : { atMost: 12 * before };
      figures.push({ name, value: seconds, unit: 's', floor, note: `${growth}${blocked}` });
      const memory = measured?.memoryMb ?? Number.POSITIVE_INFINITY;
      figures.push({ name: `${name}, memory`, value: memory, unit: 'MB', floor: { atMost: 400 }, note: '' });
      before = seconds;
    }
  }
} finally {
  server.disconnect();
}
printFigures('budgets', figures, options.json);
