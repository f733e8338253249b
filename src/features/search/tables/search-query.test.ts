import { describe, expect, it } from 'vitest';
import { parseSearchQuery, type SearchQuery } from './search-query.ts';

/** A query in one line, with brackets around everything. */
function shown(query: SearchQuery): string {
  if (query.kind === 'words') return `${query.words.join('_')}${query.isPrefix ? '*' : ''}`;
  if (query.kind === 'any') return `(${query.parts.map(shown).join(' | ')})`;
  return `(${[...query.parts.map(shown), ...query.without.map((part) => `!${shown(part)}`)].join(' & ')})`;
}

describe('a query', () => {
  it.each([
    ['virus', 'virus'],
    ['Virus flu', '(virus & flu)'],
    ['virus AND flu', '(virus & flu)'],
    ['virus OR flu', '(virus | flu)'],
    ['a b OR c', '((a & b) | c)'],
    ['a (b OR c)', '(a & (b | c))'],
    ['virus NOT flu', '(virus & !flu)'],
    ['virus -flu', '(virus & !flu)'],
    ['virus AND NOT (flu OR grip*)', '(virus & !(flu | grip*))'],
    ['"bird flu"', 'bird_flu'],
    ['"bird fl"*', 'bird_fl*'],
    ['Café', 'cafe'],
    ["don't", 'don_t'],
    ['1,234.50', '1_234_50'],
    ['state-of-the-art', 'state_of_the_art'],
    ['東京', '東_京'],
    ['or and not', '(or & and & not)'],
    ['virus ...', 'virus'],
    ['virus virus virus', 'virus'],
  ])('%s', (text, meaning) => expect(shown(parseSearchQuery(text))).toBe(meaning));

  it.each([
    ['', 'there is no word to look for'],
    ['"..."', 'there is no word to look for'],
    ['NOT flu', 'say also what to look for'],
    ['a OR NOT b', 'say also what to look for'],
    ['virus OR', 'OR needs words on both sides'],
    ['OR virus', 'OR needs words on both sides'],
    ['AND virus', 'AND needs words on both sides'],
    ['virus AND', 'AND needs words on both sides'],
    ['virus NOT', 'NOT needs words'],
    ['(virus', 'a bracket is not closed'],
    ['virus)', 'a closing bracket without an opening one'],
    ['"virus', 'a quotation mark is not closed'],
    [Array.from({ length: 51 }, (_, n) => `w${n}`).join(' '), 'more than 50 words'],
  ])('%s is refused with a sentence', (text, problem) => {
    expect(() => parseSearchQuery(text)).toThrow(problem);
  });
});
