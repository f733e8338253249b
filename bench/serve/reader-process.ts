// Runs as a separate process: many readers, each on a connection of its own, who ask for one list or page after the other as soon as they
// have their answer. It says when all of them have begun, and reports when it has to stop.
import { Agent, request } from 'undici';
import { type AskedThings, questions } from './questions.ts';

export interface ReaderOrder {
  readonly url: string;
  readonly token: string;
  readonly readers: number;
  readonly things: AskedThings;
}

export interface ReaderReport {
  readonly answers: number;
  readonly failures: number;
  /** How the first of them failed; null when none did. */
  readonly firstFailure: string | null;
  readonly seconds: number;
  /** Milliseconds from the question to the answer. */
  readonly median: number;
}

const { url, token, readers, things } = JSON.parse(process.argv[2] ?? '') as ReaderOrder;
const paths = [
  questions.listProjects,
  questions.listPages,
  questions.showPage,
  questions.listVersions,
  questions.listRuns,
  questions.listChanges,
  questions.searchPages,
].flatMap((asked) => asked ?? []);
const agent = new Agent({ connections: readers, pipelining: 1 });
const times: number[] = [];
let [failures, isOver] = [0, false];
let firstFailure: string | null = null;
const failed = (why: string) => {
  failures += 1;
  firstFailure ??= why;
};
const started = performance.now();

async function read(reader: number): Promise<void> {
  for (let number = reader; !isOver; number += readers) {
    const path = paths[number % paths.length]?.(things, number) ?? '/api/projects';
    const asked = performance.now();
    try {
      const answer = await request(`${url}${path}`, {
        headers: { authorization: `Bearer ${token}` },
        dispatcher: agent,
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) failed(`${path}: ${answer.statusCode} ${text.slice(0, 200)}`);
    } catch (error) {
      failed(`${path} after ${(performance.now() - asked).toFixed(0)} ms: ${error}`);
    }
    times.push(performance.now() - asked);
    if (times.length === readers) process.send?.('begun');
  }
}

process.once('message', () => {
  isOver = true;
});
await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
times.sort((a, b) => a - b);
const report: ReaderReport = {
  answers: times.length,
  failures,
  firstFailure,
  seconds: (performance.now() - started) / 1000,
  median: times[times.length >> 1] ?? 0,
};
await agent.close();
process.send?.(report, () => process.disconnect());
