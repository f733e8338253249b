import { describe, expect, test } from 'vitest';
import { hasLostFrame, isReplaced, keepsFrame, partsOf, saysTheSame } from './recognise-replacement.ts';

const page = (text: string, url = 'https://example.org/a') => ({
  title: '',
  text,
  links: [],
  hasPasswordField: false,
  url,
});
const frame = 'Home News Shop Contact us. Made by the people of the old town.';
const last = page(`${frame} The willow hangs over the mill since anybody can remember.`);
const other = page(`${frame} Three boats lie at the quay and have not sailed since spring.`);
const parts = partsOf(last, [other]);

describe('what is left of a page', () => {
  test('a page is replaced when nothing of its own text is left, frame or not', () => {
    expect(isReplaced(parts, page(`${frame} Somebody has cut it down, alas.`))).toBe(true);
    expect(isReplaced(parts, page('Somebody has cut it down, alas.'))).toBe(true);
    expect(isReplaced(parts, page(`The willow hangs over the mill no more.`))).toBe(false);
  });

  test('a copy of the page does not show what the pages of the site share', () => {
    expect(partsOf(last, [page(`${last.text} Print.`)]).frame.size).toBe(0);
  });

  test('the frame is lost when a short answer has nothing of it', () => {
    expect(hasLostFrame(parts, page('The engine has stalled.'))).toBe(true);
    expect(hasLostFrame(parts, page(`${frame} The engine has stalled.`))).toBe(false);
    expect(hasLostFrame(parts, page('Many words. '.repeat(200)))).toBe(false);
    expect(hasLostFrame(partsOf(last, []), page('The engine has stalled.'))).toBe(false);
  });

  test('another page shows whether the site still has it', () => {
    expect(keepsFrame(parts, other)).toBe(true);
    expect(keepsFrame(parts, page('We have a new look.'))).toBe(false);
  });
});

describe('two answers say the same', () => {
  test('apart from the words of their addresses, and codes', () => {
    const sorry = (name: string, code: string) =>
      page(`Nobody here knows the page ${name}, sorry. Note ${code}.`, `https://example.org/p/${name}`);
    expect(saysTheSame(sorry('willow', 'a17'), sorry('quay', 'b29'))).toBe(true);
    expect(saysTheSame(sorry('willow', 'a17'), page('The willow hangs over the mill.'))).toBe(false);
  });

  test('the frame of the site does not make them alike', () => {
    expect(saysTheSame(last, other, parts.frame)).toBe(false);
  });
});
