import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CrawlEvent } from '../../crawl/engine/crawl-event.ts';
import { tidemarkProgram } from '../../main/program.ts';
import { eraseLiveLine, outputOf } from '../output.ts';
import { CrawlReporter } from './crawl-reporter.ts';

let printed: string;

beforeEach(() => {
  printed = '';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed += text;
      return true;
    });
  }
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true });
});
afterEach(() => {
  eraseLiveLine();
  vi.restoreAllMocks();
  Reflect.deleteProperty(process.stderr, 'isTTY');
});

const progress: CrawlEvent = {
  event: 'progress',
  pages: 1,
  errors: 0,
  bytes: 0,
  queued: 0,
  inFlight: 0,
  hosts: 0,
  ms: 1000,
} as CrawlEvent;
const started: CrawlEvent = { event: 'started', project: 'tides', run: 1, resumed: false, queued: 0 };
const erase = '\r\u001b[K';

/** The lines that a terminal shows in the end. */
function shown(): readonly string[] {
  return printed.split('\n').map((line) => line.split(erase).at(-1) ?? '');
}

test('nothing is glued to the live line, whatever is printed next', async () => {
  const output = outputOf(tidemarkProgram());
  const reporter = new CrawlReporter(output, 'tides', 'track', 'xterm');
  reporter.tell(progress);
  reporter.tell(started);
  reporter.tell(progress);
  await output.line('a result');
  reporter.tell(progress);
  output.note('a remark');
  reporter.tell(progress);
  expect(shown()).toEqual(['tides: run 1', 'a result', 'a remark', expect.stringMatching(/^pages: 1 /)]);
});

test('a terminal that cannot overwrite a line gets lines', () => {
  vi.spyOn(performance, 'now').mockReturnValue(10_000);
  const reporter = new CrawlReporter(outputOf(tidemarkProgram()), 'tides', 'track', 'dumb');
  reporter.tell(progress);
  expect(printed).toMatch(/^pages: 1 .*\n$/);
});
