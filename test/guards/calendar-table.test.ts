import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { calendarTable } from '../../scripts/calendar-table.ts';
import { projectRoot } from './planted-tree.ts';

it('the table of words about time says what Intl of this Node does: else run scripts/calendar-table.ts', () => {
  const table = readFileSync(join(projectRoot, 'src/track/clock/calendar-table.ts'), 'utf8');
  expect(table === calendarTable()).toBe(true);
});
