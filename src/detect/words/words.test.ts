import { describe, expect, test } from 'vitest';
import { splitSentences } from './segment-reading.ts';
import { splitWords } from './split-words.ts';

describe('words', () => {
  test.each([
    ['spaces, signs and punctuation are between words', 'Bird flu: A/H1N1!', ['bird', 'flu', 'a', 'h1n1']],
    ['apostrophes and hyphens as well', "l'été, flu's virus-free", ['l', 'été', 'flu', 's', 'virus', 'free']],
    ['Polish', 'Ptasia grypa; ŻÓŁTY', ['ptasia', 'grypa', 'żółty']],
    ['a letter with a combining accent is one letter', 'cafe\u0301', ['café']],
    ['Chinese by a dictionary', '流感病毒', ['流感', '病毒']],
    ['Japanese', 'インフルエンザが流行', ['インフルエンザ', 'が', '流行']],
    ['Thai', 'ไข้หวัดใหญ่ระบาด', ['ไข้', 'หวัด', 'ใหญ่', 'ระบาด']],
    ['Korean has spaces', '독감 바이러스', ['독감', '바이러스']],
    ['scripts side by side', 'H5N1型流感', ['h5n1', '型', '流感']],
    ['nothing', ' … ', []],
  ])('%s', (_, text, expected) => {
    expect(splitWords(text).words).toEqual(expected);
  });

  test('have their places in the text', () => {
    const text = 'Żółta  grypa，流感病毒';
    const { words, starts, ends } = splitWords(text);
    expect(words.map((_, i) => text.slice(starts[i], ends[i]))).toEqual(['Żółta', 'grypa', '流感', '病毒']);
  });
});

describe('sentences', () => {
  const sentences = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

  test.each([
    ['The flu is here. Is it bad? Yes!', ['The flu is here.', 'Is it bad?', 'Yes!']],
    ['Dr. Smith met Mrs. Jones. They left.', ['Dr. Smith met Mrs. Jones.', 'They left.']],
    ['It costs 3.50 now. Before, 1.250,00.', ['It costs 3.50 now.', 'Before, 1.250,00.']],
    ['See example.org for more. Thanks.', ['See example.org for more.', 'Thanks.']],
    [
      'J. R. R. Tolkien wrote it. J.K. Rowling did not.',
      ['J. R. R. Tolkien wrote it.', 'J.K. Rowling did not.'],
    ],
    [
      '“It is over.” She left. (Really.) He stayed.',
      ['“It is over.”', 'She left.', '(Really.)', 'He stayed.'],
    ],
    ['“Is it over?” she asked. He nodded.', ['“Is it over?” she asked.', 'He nodded.']],
    ['Wirusy, bakterie itp. są groźne. Tak jest.', ['Wirusy, bakterie itp. są groźne.', 'Tak jest.']],
    ['Np. grypa, tj. wirus, m.in. w Polsce. Koniec.', ['Np. grypa, tj. wirus, m.in. w Polsce.', 'Koniec.']],
    ['Das gilt z. B. am 3. Mai. Danach nicht.', ['Das gilt z. B. am 3. Mai.', 'Danach nicht.']],
    [
      'Das gilt z.B. hier bzw. dort usw. Danach nicht.',
      ['Das gilt z.B. hier bzw. dort usw.', 'Danach nicht.'],
    ],
    ['He said no. Then see no. 7 on p. 12.', ['He said no.', 'Then see no. 7 on p. 12.']],
    [
      'It began at 9 a.m. on Monday. At 5 p.m. It ended.',
      ['It began at 9 a.m. on Monday.', 'At 5 p.m.', 'It ended.'],
    ],
    ['Well... maybe. Wait... No!', ['Well... maybe.', 'Wait...', 'No!']],
    ['流感来了。怎么办？“别怕。”他说', ['流感来了。', '怎么办？', '“别怕。”', '他说']],
    ['ไข้หวัดใหญ่ระบาด ประชาชนควรระวัง', ['ไข้หวัดใหญ่ระบาด ประชาชนควรระวัง']],
    ['Грипп пришёл, т.е. начался. Все болеют.', ['Грипп пришёл, т.е. начался.', 'Все болеют.']],
    ['The year was 2012. Nobody knew.', ['The year was 2012.', 'Nobody knew.']],
    ['', []],
  ])('%s', (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });
});
