import { describe, expect, it } from 'vitest';
import { pageWords } from './page-words.ts';

const wordsOf = (html: string, type = 'text/html', stamp?: RegExp) =>
  pageWords(
    { url: 'http://example.org/a/', status: 200, location: null, type, body: Buffer.from(html) },
    stamp,
  );

describe('the words of a page, as the oracle reads them', () => {
  it('are the same in bold', () => {
    expect(wordsOf('<p>The <b>boat</b>, here</p>')).toEqual(wordsOf('<p>The boat, here</p>'));
  });

  it('are apart where elements touch', () => {
    expect(wordsOf('<span>2 hours ago</span>Add')).toEqual(['2', 'hours', 'ago', 'Add']);
  });

  it('include where links and pictures lead, and no scripts', () => {
    expect(wordsOf('<script>x</script><a href="b">c</a><img src="/d.png">')).toEqual([
      '→http://example.org/a/b',
      'c',
      '▣http://example.org/d.png',
    ]);
  });

  it('are without the time of the build, where an application has one', () => {
    const stamp = /Built on [^<]*/g;
    expect(wordsOf('<p>Boats of 3 March</p><p>Built on 2 March</p>', 'text/html', stamp)).toEqual(
      wordsOf('<p>Boats of 3 March</p><p>Built on 9 March</p>', 'text/html', stamp),
    );
  });

  it('are the bytes of what is no text', () => {
    expect(wordsOf('one', 'image/png')).not.toEqual(wordsOf('two', 'image/png'));
  });
});
