import { type Segment, scanHtml, scanTags, segmentHtml, segmentsVersion } from '../src/document/index.ts';
import {
  compareSegments,
  confirmChange,
  judgeChanges,
  learnVolatileRules,
  SeenMemory,
} from '../src/track/index.ts';
import { examplePage } from './document.ts';
import { type Figure, printFigures } from './figure.ts';
import { measureRounds } from './rounds.ts';

const json = process.argv.includes('--json');

/** Paragraphs of words that no other seed has. */
function ownPage(seed: number, paragraphs: number, words: number): Buffer {
  let state = seed * 7919 + 1;
  const lines: string[] = [];
  for (let i = 0; i < paragraphs; i++) {
    const line: string[] = [];
    for (let j = 0; j < words; j++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      line.push(`w${(state % 50_000).toString(36)}${seed}`);
    }
    lines.push(`<p>${line.join(' ')}</p>`);
  }
  return Buffer.from(lines.join('\n'));
}

/** MB/s of reading pages in one way: the best of many short rounds, since other programs may use the machine. */
function speeds(
  pages: readonly Buffer[],
  readers: Readonly<Record<string, (page: Buffer) => unknown>>,
): Record<string, number> {
  const megabytes = pages.reduce((sum, page) => sum + page.length, 0) / 1e6;
  const best: Record<string, number> = {};
  for (let round = 0; round < 12; round++) {
    for (const [name, read] of Object.entries(readers)) {
      const { thread } = measureRounds(
        () => {
          for (let i = 0; i < 5; i++) for (const page of pages) read(page);
        },
        { warmUp: round === 0 ? 3 : 0, rounds: 3 },
      );
      best[name] = Math.max(best[name] ?? 0, (5 * megabytes * 1000) / thread.shortest);
    }
  }
  return best;
}

const nothing = {
  startTag: () => undefined,
  endTag: () => undefined,
  text: () => undefined,
  rawText: () => undefined,
};

function readingFigures(): readonly Figure[] {
  const pages = Array.from({ length: 50 }, (_, i) => examplePage(i + 1));
  const best = speeds(pages, {
    'scanTags, nothing kept': (page) => scanTags(page, nothing),
    scanHtml: (page) => scanHtml(page),
    segmentHtml: (page) => segmentHtml(page).leaves.length,
  });
  return Object.entries(best).map(([name, value]) => ({
    name,
    value,
    unit: 'MB/s',
    floor: name === 'segmentHtml' ? { atLeast: 100 } : null,
    note: name === 'segmentHtml' ? `segments version ${segmentsVersion}` : '',
  }));
}

function timeOf(name: string, work: () => unknown, atMost: number | null, note: string): Figure {
  const { thread } = measureRounds(work, { warmUp: 1, rounds: 3 });
  return { name, value: thread.median, unit: 'ms', floor: atMost === null ? null : { atMost }, note };
}

function comparingFigures(): readonly Figure[] {
  const shapes = [
    ['10,000 paragraphs', 10_000, 80, 2000],
    ['one paragraph', 1, 800_000, 2000],
    ['400,000 paragraphs', 400_000, 1, 2000],
  ] as const;
  return shapes.map(([name, paragraphs, words, atMost]) => {
    const [first, second] = [ownPage(1, paragraphs, words), ownPage(2, paragraphs, words)];
    const leaves = (page: Buffer): readonly Segment[] => segmentHtml(page).leaves;
    const note = `${(first.length / 1e6).toFixed(1)} MB each, nothing shared`;
    return timeOf(`compare, ${name}`, () => compareSegments(leaves(first), leaves(second)), atMost, note);
  });
}

function pageFigures(): readonly Figure[] {
  const last = { segments: segmentHtml(examplePage(1)).leaves, at: 0 };
  const edited = Buffer.from(examplePage(1).toString().replace('tide marks', 'tide shows'));
  const now = { segments: segmentHtml(edited).leaves, at: 60_000 };
  const other = { segments: segmentHtml(examplePage(2)).leaves, at: 60_000 };
  const many = (work: () => unknown) => () => {
    for (let i = 0; i < 1000; i++) work();
  };
  const memory = SeenMemory.empty.with(last.segments);
  return [
    timeOf(
      'compare, one edit',
      many(() => compareSegments(last.segments, now.segments)),
      null,
      '1,000 pages of 23 kB',
    ),
    timeOf(
      'judge, one edit',
      many(() => judgeChanges(last, now, [])),
      null,
      '1,000 pages',
    ),
    timeOf(
      'confirm by a twin',
      many(() => confirmChange(last, now, now)),
      null,
      '1,000 pages',
    ),
    timeOf(
      'learn from twins',
      many(() => learnVolatileRules(last, now)),
      null,
      '1,000 pages',
    ),
    timeOf('compare, other page', () => compareSegments(last.segments, other.segments), null, 'one page'),
    {
      name: 'memory of seen leaves',
      value: memory.toBytes().length,
      unit: 'bytes',
      floor: null,
      note: `${memory.size} leaves of a page`,
    },
  ];
}

printFigures('track', [...readingFigures(), ...comparingFigures(), ...pageFigures()], json);
