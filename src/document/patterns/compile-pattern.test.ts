import { expect, test } from 'vitest';
import { boundedTogether, compilePattern, leastSize } from './compile-pattern.ts';

test('a pattern that would become a million instructions is refused without compiling it', {
  timeout: 2000,
}, () => {
  const million = Array.from({ length: 1000 }, (_, n) => `${String.fromCharCode(256 + n)}{1000}`).join('|');
  expect(() => compilePattern(million)).toThrow('it repeats or lists too much');
});

test.each([
  ['abc', 3],
  ['a{3}', 3],
  ['(ab){1,900}c', 1801],
  ['((ab){10}){10}', 200],
  ['[a-z{3}]{2,}\\{5', 4],
  ['(', 0],
  ['a)', 1],
])('%s has at least about %i instructions', (regex, size) => {
  expect(leastSize(regex)).toBe(size);
});

test('patterns that cost too much together are refused from the first that is too much', () => {
  const compiled: number[] = [];
  const compileAll = () => {
    for (let n = 0; n < 100; n++) {
      compilePattern(`x${n}(a{1,900}b?)+`);
      compiled.push(n);
    }
  };
  expect(() => boundedTogether(compileAll)).toThrow(/^"x\d+\(a\{1,900\}b\?\)\+" is too much/);
  expect(compiled.length).toBeGreaterThan(20);
  expect(compiled.length).toBeLessThan(60);
  // Another file starts with a new budget.
  boundedTogether(() => compilePattern('a{1,900}'));
});
