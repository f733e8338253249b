import { afterEach, expect, test, vi } from 'vitest';
import { eraseLiveLine, showLiveLines } from '../../../cli/output.ts';
import { LiveProjects } from './watch-reporter.ts';

afterEach(() => {
  eraseLiveLine();
  vi.restoreAllMocks();
  Object.assign(process.stderr, size);
});

const { columns: ownColumns, rows: ownRows } = process.stderr;
const size = { columns: ownColumns, rows: ownRows };

/** The contents of a terminal with this many columns and rows after all that was written to it. */
function terminal(columns: number, rows: number) {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  Object.assign(process.stderr, { columns, rows });
  return {
    screen: () => {
      let lines = [''];
      let row = 0;
      for (const [, up, erase, sign] of written
        .join('')
        .replaceAll('\u001b', '␛')
        .matchAll(/␛\[(\d+)A|(␛\[[JK])|([^␛])/gu)) {
        if (up !== undefined) row -= Number(up);
        else if (erase !== undefined) lines = [...lines.slice(0, row), ''];
        else if (sign === '\n') row = lines.push('') - 1;
        else if (sign !== '\r') lines[row] = `${lines[row] ?? ''}${sign}`;
      }
      return lines;
    },
  };
}

const progress = () => ({ pages: 1, queued: 4, errors: 2 }) as never;

test('each project has a line, which is overwritten in its place', () => {
  const { screen } = terminal(80, 24);
  const live = new LiveProjects(() => 0);
  live.set('news', { is: 'waiting', until: 90_000 });
  live.set('lamps and chairs', { is: 'running', run: { number: 3, progress } });
  live.show();
  expect(screen()).toEqual([
    'news              runs in 1 min 30 s',
    'lamps and chairs  run 3: 1 page, 4 to go, 2 failed',
  ]);
  live.set('news', { is: 'waiting', until: null });
  live.set('lamps and chairs', { is: 'held up', reason: 'waits for another process to end' });
  live.show();
  expect(screen()).toEqual([
    'news              does not run again',
    'lamps and chairs  waits for another process to end',
  ]);
  live.keepOnly(new Set(['news']));
  live.show();
  expect(screen()).toEqual(['news  does not run again']);
  live.close();
  expect(screen()).toEqual(['']);
});

test('no line is longer than the terminal, and no more lines than it has', () => {
  const { screen } = terminal(12, 3);
  showLiveLines(['日本語のとても長い名前です', 'a\u001b[31mb\nc', 'd', 'e']);
  expect(screen()).toEqual(['日本語のと', 'and 3 more']);
  showLiveLines(['x'.repeat(50), 'y']);
  expect(screen()).toEqual(['x'.repeat(11), 'y']);
});
