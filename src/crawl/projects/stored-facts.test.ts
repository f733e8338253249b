import { expect, test } from 'vitest';
import { StoredFacts } from './stored-facts.ts';
import { byOperator, writeStored } from './stored-project.ts';

const stored = (file: string) => ({
  settings: writeStored({ settings: {}, file, folder: '.', written: byOperator }),
});
const file = `name: shop
source: https://shop.example.org/
schedule: every 1h
keep: { versions: 3 }
confirm: yes
states: { watch: instead }
`;
const long = `${file}comment: ${'x'.repeat(10_000)}\n`;

test('the facts of a file are those that its definition has', async () => {
  expect(await new StoredFacts().of(stored(file))).toEqual({
    schedule: { kind: 'every', interval: 3_600_000, jitter: 0, missed: 'once' },
    keep: { versions: 3 },
    confirms: true,
    explores: 'instead',
  });
  expect(await new StoredFacts().of(stored('name: a\nsource: https://a.example/\n'))).toEqual({
    schedule: null,
    keep: null,
    confirms: false,
    explores: 'never',
  });
  expect(await new StoredFacts().of({ settings: '{}' })).toBeNull();
});

test('a long file is read elsewhere, once for each of its texts', async () => {
  const read: string[] = [];
  const facts = new StoredFacts({
    readLong: async (settings) => {
      read.push(settings);
      return null;
    },
  });
  await Promise.all([facts.of(stored(long)), facts.of(stored(long))]);
  await facts.of(stored(long));
  await facts.of(stored(file));
  expect(read).toHaveLength(1);
  await facts.of(stored(`${long}# edited\n`));
  expect(read).toHaveLength(2);
});

test('patterns are not compiled, so that a costly file costs no more than its length', async () => {
  const costly = `${file}rules:\n${' - deny: "(unclosed"\n'.repeat(10)}`;
  expect(await new StoredFacts().of(stored(costly))).toMatchObject({ confirms: true });
});

test('what is wrong with a file is remembered, what passes by itself is not', async () => {
  let times = 0;
  const facts = new StoredFacts({
    readLong: async () => {
      times++;
      throw new Error('the server is about to stop');
    },
  });
  await expect(facts.of(stored(long))).rejects.toThrow('about to stop');
  await expect(facts.of(stored(long))).rejects.toThrow('about to stop');
  expect(times).toBe(2);
  const wrong = stored('name: a\nschedule: whenever\n');
  await expect(facts.of(wrong)).rejects.toMatchObject({ code: 'PROJECT_FILE_INVALID' });
  await expect(facts.of(wrong)).rejects.toMatchObject({ code: 'PROJECT_FILE_INVALID' });
});
