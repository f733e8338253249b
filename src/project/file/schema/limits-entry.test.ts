import { expect, test } from 'vitest';
import { parseProjectFile } from '../parse-project-file.ts';

const hours = (written: string) =>
  parseProjectFile(`name: a\nsource: https://example.org/\nlimits: { hours: ${written} }`).limits?.hours;

test.each([
  ['22:00-06:00 Europe/Berlin', { from: '22:00', to: '06:00', zone: 'Europe/Berlin' }],
  ['9:00-17:30 UTC', { from: '09:00', to: '17:30', zone: 'UTC' }],
  ['00:00 – 24:00 UTC', { from: '00:00', to: '24:00', zone: 'UTC' }],
  ['1:05 to 2:05 America/New_York', { from: '01:05', to: '02:05', zone: 'America/New_York' }],
])('%s', (written, window) => {
  expect(hours(written)).toEqual([window]);
});

test('several parts of the day', () => {
  expect(hours('[0:00-6:00 UTC, 22:00-24:00 UTC]')).toHaveLength(2);
});

test.each([
  ['24:00-06:00 UTC', 'a part of the day cannot begin at 24:00'],
  ['22:60-06:00 UTC', '22:60 is not a time of day'],
  ['22:00-24:01 UTC', '24:01 is not a time of day'],
  ['22:00-06:00 +02:00', 'there is no time zone "+02:00"'],
  ['22:00-06:00 Nowhere', 'write a name such as Europe/Berlin, or UTC'],
  ['22:00-06:00 europe/berln', 'did you mean "Europe/Berlin"?'],
  ['22-06 UTC', 'must be a time of day with a time zone'],
  ['22:00-06:00 UTC daily', 'must be a time of day with a time zone'],
])('%s is refused: %s', (written, message) => {
  expect(() => hours(written)).toThrow(message);
});
