import { describe, expect, test } from 'vitest';
import { findForms } from './find-forms.ts';
import type { Form } from './form.ts';
import { parsePage } from './page-tree.ts';

const page = 'https://a.test/dir/page?x=1#top';
const one = (html: string): Form => {
  const [form] = findForms(html, page);
  if (form === undefined) throw new Error('no form');
  return form;
};
const names = (form: Form): readonly string[] => form.fields.map(({ name }) => name);

describe('where a form is sent', () => {
  test.each([
    ['<form>', page],
    ['<form action="">', page],
    ['<base href="/other/"><form action=" ">', page],
    ['<form action="go">', 'https://a.test/dir/go'],
    ['<form action="/go?y=2">', 'https://a.test/go?y=2'],
    ['<base href="https://b.test/c/"><form action="go">', 'https://b.test/c/go'],
    ['<base href="data:text/html,x"><form action="go">', 'https://a.test/dir/go'],
    ['<form action=" //c.test/ ">', 'https://c.test/'],
    ['<form action="mailto:x@a.test">', 'mailto:x@a.test'],
  ])('%s', (html, action) => expect(one(html).action).toBe(action));

  test('method, enctype and charset as browsers read them', () => {
    expect(one('<form>')).toMatchObject({
      method: 'get',
      enctype: 'application/x-www-form-urlencoded',
      charset: 'utf-8',
    });
    expect(
      one('<form method=POST enctype="Multipart/Form-Data" accept-charset="nonsense latin1">'),
    ).toMatchObject({ method: 'post', enctype: 'multipart/form-data', charset: 'windows-1252' });
    expect(findForms('<form>', page, 'koi8-r')[0]?.charset).toBe('koi8-r');
    expect(findForms('<form>', page, 'utf-16le')[0]?.charset).toBe('utf-8');
  });
});

describe('which fields belong to it', () => {
  test('those inside and those that name it, but not those that name another', () => {
    const html = `<input name=before form=f><form id=f><input name=in><input name=not form=g>
      <input name=nobody form=missing></form><form id=g></form><input name=after form=f><input name=outside>`;
    const forms = findForms(html, page);
    expect(forms.map(names)).toEqual([['before', 'in', 'after'], ['not']]);
  });

  test('even when tags are nested wrongly', () => {
    expect(names(one('<table><form><tr><td><input name=a></td></tr></form></table>'))).toEqual(['a']);
    const torn = findForms(
      '<div><form id=f></div><input name=a></form><input name=b><form id=g><input name=c></form>',
      page,
    );
    expect(torn.map((form) => [form.id, names(form)])).toEqual([
      ['f', ['a']],
      ['g', ['c']],
    ]);
    const nested = findForms('<form id=f><form id=g><input name=a></form><input name=b>', page);
    expect(nested.map((form) => [form.id, names(form)])).toEqual([['f', ['a']]]);
  });

  test('not those in comments, scripts, templates and datalists', () => {
    const html = `<form><!-- <input name=a> --><script>"<input name=b>"</script><template><input name=c></template>
      <datalist><label>or <input name=d></label><option>e</datalist><textarea name=f><input name=g></textarea></form>`;
    expect(names(one(html))).toEqual(['f']);
    expect(findForms('<template><form></form></template>', page)).toEqual([]);
  });

  test('disabled by a fieldset, unless they are in its first legend', () => {
    const html = `<form><fieldset disabled><legend><input name=a></legend><input name=b><fieldset>
      <input name=c></fieldset></fieldset><input name=d disabled><input name=e></form>`;
    expect(one(html).fields.map(({ name, disabled }) => [name, disabled])).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
      ['d', true],
      ['e', false],
    ]);
  });
});

describe('what they hold', () => {
  test('the one option of a select', () => {
    const chosen = (html: string) => {
      const field = one(`<form>${html}`).fields[0];
      return field?.kind === 'select' ? field.options.filter((o) => o.selected).map((o) => o.value) : null;
    };
    expect(chosen('<select><option>a<option>b</select>')).toEqual(['a']);
    expect(
      chosen('<select><option disabled>a<optgroup disabled><option>b</optgroup><option>c</select>'),
    ).toEqual(['c']);
    expect(chosen('<select><option selected>a<option selected value=B>b</select>')).toEqual(['B']);
    expect(chosen('<select size=4><option>a<option>b</select>')).toEqual([]);
    expect(chosen('<select multiple><option selected>a<option selected>b<option>c</select>')).toEqual([
      'a',
      'b',
    ]);
  });

  test('the one ticked radio button', () => {
    const form = one(
      '<form><input type=radio name=r value=1 checked><input type=radio name=r value=2 checked>',
    );
    expect(form.fields.map((field) => field.kind === 'radio' && field.checked)).toEqual([false, true]);
    const nameless = one('<form><input type=radio checked><input type=radio checked>');
    expect(nameless.fields.map((field) => field.kind === 'radio' && field.checked)).toEqual([true, true]);
  });

  test('values as browsers clean them', () => {
    const html = `<form><textarea name=a>\n\nx &amp; y</textarea><input type=email value=" m@a.test ">
      <input type=number value=abc><input type=range><input type=range min=10 max=20><input type=range min=10 max=5><input type=color>
      <input type=hidden value="a&#10;b"><input value="a&#10;b"><input type=week value=w>`;
    const values = one(html).fields.map((field) => (field.kind === 'text' ? field.value : null));
    expect(values).toEqual(['\nx & y', 'm@a.test', '', '50', '15', '10', '#000000', 'a\nb', 'ab', 'w']);
  });
});

test('pages of any depth and size are read', () => {
  const deep = `<form>${'<div>'.repeat(2000)}<input name=deep>`;
  expect(names(one(deep))).toEqual(['deep']);
  const tree = parsePage(deep, page);
  let depth = 0;
  for (let node = tree.elements.at(-1)?.parent ?? null; node !== null; node = node.parent) depth++;
  expect(depth).toBeLessThan(520);
  const hostile = `<form><input name=first>${'<div>'.repeat(1_000_000)}`;
  expect(names(one(hostile))).toEqual(['first']);
});
