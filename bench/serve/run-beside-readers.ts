import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { generatedSite } from '../crawl/generated-site.ts';
import type { Figure } from '../figure.ts';
import type { AskedThings } from './questions.ts';
import type { ReaderOrder, ReaderReport } from './reader-process.ts';
import type { TimedServer } from './timed-server.ts';

const program = fileURLToPath(new URL('./reader-process.ts', import.meta.url));
/** Pages of the run that is measured. */
const PAGES = 1200;

/** The speed of a run alone, and beside many readers; in turn, so that both see the same load of the machine. */
export async function runBesideReaders(
  name: string,
  server: TimedServer,
  token: string,
  readers: number,
  things: AskedThings,
): Promise<readonly Figure[]> {
  const site = await generatedSite();
  const alone: number[] = [];
  const beside: number[] = [];
  const reports: ReaderReport[] = [];
  try {
    for (let round = 0; round < 2; round++) {
      alone.push(await pagesPerSecond(server, `${site.origin}${site.start}`, `alone-${round}-${Date.now()}`));
      const order: ReaderOrder = { url: server.url, token, readers, things };
      const child = fork(program, [JSON.stringify(order)]);
      await once(child, 'message');
      beside.push(
        await pagesPerSecond(server, `${site.origin}${site.start}`, `beside-${round}-${Date.now()}`),
      );
      reports.push(await reportOf(child));
    }
  } finally {
    await site.stop();
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const share = sum(beside) / sum(alone);
  const answers = sum(reports.map((report) => report.answers));
  const seconds = sum(reports.map((report) => report.seconds));
  return [
    {
      name: `${name}: speed of a run beside ${readers} readers`,
      value: share * 100,
      unit: '% of its speed alone',
      floor: { atLeast: 80 },
      note: `${shown(beside)} pages/s beside them, ${shown(alone)} alone`,
    },
    {
      name: `${name}: failed answers to ${readers} readers`,
      value: sum(reports.map((report) => report.failures)),
      unit: `of ${answers}`,
      floor: { atMost: 0 },
      note: `${(answers / seconds).toFixed(0)} answers/s, half within ${reports.map((report) => report.median.toFixed(0)).join(' and ')} ms${reports.map(({ firstFailure }) => (firstFailure === null ? '' : `; ${firstFailure}`)).join('')}`,
    },
  ];
}

const shown = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(' and ');

async function pagesPerSecond(server: TimedServer, url: string, project: string): Promise<number> {
  const file = `name: ${project}\nsource: ${url}\nlimits: { pages: ${PAGES}, concurrency: 8 }\n`;
  await server.ask('POST', '/api/projects', { file });
  await server.ask('POST', `/api/projects/${project}/runs`, {});
  for (;;) {
    const run = (await server.ask('GET', `/api/projects/${project}/runs/1`)) as {
      state: string;
      startedAt: string;
      endedAt: string;
    };
    if (run.state !== 'running')
      return PAGES / ((Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function reportOf(child: ChildProcess): Promise<ReaderReport> {
  child.send('stop');
  const [report] = (await once(child, 'message')) as [ReaderReport];
  await once(child, 'exit');
  return report;
}
