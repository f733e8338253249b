import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Secret } from '../secrets/resolve-secret.ts';
import { type FillOptions, type FormValues, fillForm, submitForm, type VisitorFetch } from './fill-form.ts';
import { chooseForm, type FormWish, findForms } from './find-forms.ts';

const page = 'https://a.test/dir/page';
const fill = (html: string, values: FormValues = {}, options: FillOptions = {}, charset = 'utf-8') =>
  fillForm(chooseForm(findForms(html, page, charset), {}), values, options);
const bodyOf = (...given: Parameters<typeof fill>) =>
  Buffer.from(fill(...given).body ?? []).toString('latin1');
const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { code?: string }).code;
  }
};
const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it worked');
};

describe('what is sent', () => {
  test('a GET form replaces the query of its action and has no body', () => {
    expect(
      fill('<form action="/find?old=1#f"><input name=q><input type=hidden name=h value=1>', { q: 'a b&ü' }),
    ).toEqual({
      url: 'https://a.test/find?q=a+b%26%C3%BC&h=1#f',
      method: 'GET',
      contentType: null,
      body: null,
    });
  });

  test('a POST form keeps the query of its action', () => {
    const request = fill('<form method=post action="/find?old=1"><input name=q value=x>');
    expect(request).toMatchObject({
      url: 'https://a.test/find?old=1',
      method: 'POST',
      contentType: 'application/x-www-form-urlencoded',
    });
  });

  test('hidden fields and defaults, in the order of the page; nothing that is disabled, unticked or nameless', () => {
    const html = `<form method=post><input type=hidden name=csrf value=t><input name=a value=1><input value=nameless>
      <input name=b value=2 disabled><input type=checkbox name=c><input type=checkbox name=d checked>
      <input type=radio name=e value=1><input type=radio name=e value=2 checked><select name=f><option>x<option>y</select>
      <textarea name=g>line\nline</textarea><input type=reset name=h value=r><input type=button name=i value=b>
      <input type=file name=j><input type=hidden name=_Charset_></form>`;
    expect(bodyOf(html)).toBe('csrf=t&a=1&d=on&e=2&f=x&g=line%0D%0Aline&j=&_Charset_=utf-8');
  });

  test('the direction of a text, when its field asks for it', () => {
    expect(bodyOf('<form method=post dir=rtl><input name=a dirname=a.dir>', { a: 'x' })).toBe(
      'a=x&a.dir=rtl',
    );
  });

  test('a password as a Secret', () => {
    const html = '<form method=post><input type=password name=p>';
    expect(bodyOf(html, { p: new Secret('a b', 'test') })).toBe('p=a+b');
  });
});

describe('several submit buttons', () => {
  const html = `<form method=post action=/a><input name=q value=1><input type=submit name=go value=Search>
    <button name=go value=draft formaction=/b formmethod=get>Save draft</button>
    <button id=multi formenctype=multipart/form-data>Send</button><input type=image name=pic alt=Pay><input type=submit></form>`;

  test('the first is pressed, unless one is named', () => {
    expect(bodyOf(html)).toBe('q=1&go=Search');
    expect(bodyOf(html, {}, { submit: null })).toBe('q=1');
    expect(fill(html, {}, { submit: 'save DRAFT' })).toMatchObject({
      method: 'GET',
      url: 'https://a.test/b?q=1&go=draft',
    });
    expect(fill(html, {}, { submit: 'go=draft' }).url).toBe('https://a.test/b?q=1&go=draft');
    expect(fill(html, {}, { submit: 'multi' }).contentType).toMatch(/^multipart/);
    expect(bodyOf(html, {}, { submit: 'pic' })).toBe('q=1&pic.x=0&pic.y=0');
    expect(bodyOf(html, {}, { submit: 'Submit' })).toBe('q=1');
  });

  test('a button that is disabled is not pressed, and one without a value sends its text', () => {
    const buttons = '<form method=post><input type=submit name=a disabled><input type=submit name=b></form>';
    expect(bodyOf(buttons)).toBe('b=Submit');
  });

  test('a picture without a name sends where it was clicked', () => {
    expect(bodyOf('<form method=post><input type=image alt=Pay></form>')).toBe('x=0&y=0');
  });

  test('a name that no button or two buttons have is an error that lists them all', () => {
    expect(codeOf(() => fill(html, {}, { submit: 'go' }))).toBe('ACCESS_FORM_BUTTON');
    expect(messageOf(() => fill(html, {}, { submit: 'delete' }))).toContain(
      'has no button "delete". Its buttons: "Search" (go=Search), "Save draft" (go=draft), "Send", "Pay" (pic=), "Submit"',
    );
  });
});

describe('a form that is sent', () => {
  const sent = async (html: string): Promise<Parameters<VisitorFetch>[0]> => {
    let request: Parameters<VisitorFetch>[0] | null = null;
    const [form] = findForms(html, `${page}?token=hunter2`);
    if (form === undefined) throw new Error('no form');
    const fetch: VisitorFetch = (given) => {
      request = given;
      return Promise.reject(new Error('the answer does not matter here'));
    };
    await expect(submitForm(form, {}, fetch)).rejects.toThrow('does not matter');
    if (request === null) throw new Error('nothing was sent');
    return request;
  };

  test('says where it was filled in, without the query', async () => {
    expect(await sent('<form method=post action=/go><input name=a value=1>')).toEqual({
      url: 'https://a.test/go',
      method: 'POST',
      headers: {
        referer: page,
        origin: 'https://a.test',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: Buffer.from('a=1'),
    });
    expect(await sent('<form action=/go>')).toEqual({
      url: 'https://a.test/go',
      method: 'GET',
      headers: { referer: page },
    });
  });

  test('tells another site nothing', async () => {
    expect((await sent('<form action=https://b.test/go>')).headers).toEqual({});
  });
});

describe('choices', () => {
  const html = `<form method=post><select name=board><option value=1>News<option value=2>Sport<option value=3 disabled>Old</select>
    <select name=tags multiple><option>a<option>b<option selected>c</select><input type=hidden name=keep value=0>
    <input type=checkbox name=keep value=1><input type=radio name=sort value=new checked><input type=radio name=sort value=old>
    <input type=checkbox name=day value=mo><input type=checkbox name=day value=tu checked><input name=two><input name=two></form>`;

  test('by value, by label, several', () => {
    expect(bodyOf(html, { board: '2' })).toContain('board=2&');
    expect(bodyOf(html, { board: 'Sport' })).toContain('board=2&');
    expect(bodyOf(html, { board: ' Sport ' })).toContain('board=2&');
    expect(bodyOf(html, { tags: ['a', 'b'] })).toContain('tags=a&tags=b&keep=0');
    expect(bodyOf(html, { tags: [] })).not.toContain('tags');
    expect(bodyOf(html, { keep: true })).toContain('keep=0&keep=1');
    expect(bodyOf(html, { sort: 'old' })).toContain('sort=old&');
    expect(bodyOf(html, { day: ['mo', 'tu'] })).toContain('day=mo&day=tu');
    expect(bodyOf(html, { day: false })).not.toContain('day');
    expect(bodyOf(html, { two: ['x', 'y'] })).toMatch(/two=x&two=y$/);
  });

  test.each([
    [
      { board: '3' },
      '"board" of form 1 (POST https://a.test/dir/page) with board, tags, keep, sort, day, two has no option "3"; it offers "1" (News), "2" (Sport)',
    ],
    [{ board: ['1', '2'] }, 'takes exactly one option'],
    [{ board: true }, 'takes one of its options, not "true"'],
    [{ sort: 'best' }, 'has no choice "best"; it offers "new", "old"'],
    [{ sort: [] }, 'takes exactly one of "new", "old"'],
    [{ day: true }, 'offers "mo", "tu": say which'],
    [{ two: 'x' }, 'is the name of 2 fields: give 2 values'],
  ])('%o is refused', (values, message) => {
    expect(messageOf(() => fill(html, values as FormValues))).toContain(message);
  });

  test('a wrong choice that is a secret is not shown', () => {
    expect(messageOf(() => fill(html, { board: new Secret('hunter2', 'test') }))).toContain(
      'no option "[secret]"',
    );
  });
});

test('unknown names are refused with a suggestion, or sent at the end', () => {
  const html =
    '<form method=post><input name=username><input type=password name=passwd><input type=hidden name=t>';
  expect(messageOf(() => fill(html, { pasword: 'x' }))).toMatch(
    /has no field "pasword"\. Did you mean "passwd"\?$/,
  );
  expect(codeOf(() => fill(html, { color: 'x' }))).toBe('ACCESS_FORM_FIELD_UNKNOWN');
  expect(bodyOf(html, { js: ['1', '2'], t: 'set' }, { allowUnknown: true })).toBe(
    'username=&passwd=&t=set&js=1&js=2',
  );
  expect(codeOf(() => fill('<form><input name=a disabled>', { a: 'x' }))).toBe('ACCESS_FORM_VALUE');
  expect(codeOf(() => fill('<form><input type=file name=a>', { a: 'x' }))).toBe('ACCESS_FORM_VALUE');
});

test.each([
  '<form action="mailto:a@b.test">',
  '<form method=dialog>',
  '<form action="javascript:go()">',
  '<form action="http://[">',
])('%s cannot be sent', (html) => expect(codeOf(() => fill(html))).toBe('ACCESS_FORM_UNSENDABLE'));

describe('encodings', () => {
  const html = '<form method=post accept-charset="CHARSET"><input name=é><input type=hidden name=_charset_>';
  test.each([
    ['iso-8859-1', 'é€ü', '%E9=%E9%80%FC&_charset_=windows-1252'],
    ['iso-8859-15', 'é€ü', '%E9=%E9%A4%FC&_charset_=iso-8859-15'],
    ['windows-1251', 'Привет', '%26%23233%3B=%CF%F0%E8%E2%E5%F2&_charset_=windows-1251'],
    ['shift_jis', 'テスト', '%26%23233%3B=%83e%83X%83g&_charset_=shift_jis'],
    ['euc-kr', '한', '%26%23233%3B=%C7%D1&_charset_=euc-kr'],
    ['gb2312', '中😀', '%A8%A6=%D6%D0%26%23128512%3B&_charset_=gbk'],
    ['big5', '中', '%26%23233%3B=%A4%A4&_charset_=big5'],
    ['utf-16', 'é', '%C3%A9=%C3%A9&_charset_=utf-8'],
  ])('%s', (charset, text, expected) => {
    expect(bodyOf(html.replace('CHARSET', charset), { é: text })).toBe(expected);
  });

  test('text/plain', () => {
    expect(
      bodyOf('<form method=post enctype=text/plain><input name=a><textarea name=b>', { a: 'x y', b: '1\n2' }),
    ).toBe('a=x y\r\nb=1\r\n2\r\n');
  });
});

describe('what was filled in can be read back', () => {
  const texts = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), {
    maxLength: 6,
  });
  const crlf = (text: string) => text.toWellFormed().replace(/\r\n?|\n/g, '\r\n');
  const empty = (attributes: string): string => `<form ${attributes}></form>`;
  const byName = (pairs: readonly (readonly [string, string])[]): Record<string, string> =>
    Object.fromEntries(pairs.filter(([name]) => name !== '__proto__'));

  test('by URLSearchParams', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('get', 'post'), (pairs, method) => {
        const values = byName(pairs);
        const { url, body } = fill(empty(`method=${method}`), values, { allowUnknown: true });
        const query = body === null ? new URL(url).search : Buffer.from(body).toString('latin1');
        expect([...new URLSearchParams(query)]).toEqual(
          Object.entries(values).map(([name, value]) => [crlf(name), crlf(value)]),
        );
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  test('by a reader of multipart, whatever the values contain', () => {
    const awkward = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('------TidemarkForm1', '\r\n------TidemarkForm1--'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), awkward), { maxLength: 6 }), (pairs) => {
        const values = byName(pairs);
        const html = empty('method=post enctype=multipart/form-data');
        const { contentType, body } = fill(html, values, { allowUnknown: true });
        const parts = readMultipart(contentType ?? '', Buffer.from(body ?? []));
        expect(parts.map(({ name, content }) => [name, content.toString('utf8')])).toEqual(
          Object.entries(values).map(([name, value]) => [
            crlf(name).replaceAll('\r\n', '%0D%0A').replaceAll('"', '%22'),
            crlf(value),
          ]),
        );
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  test('a name with quotes or line breaks stays inside its header', () => {
    const html = empty('method=post enctype=multipart/form-data');
    const { contentType, body } = fill(html, { 'a"b\nc': 'x' }, { allowUnknown: true });
    const [part] = readMultipart(contentType ?? '', Buffer.from(body ?? []));
    expect(part?.name).toBe('a%22b%0D%0Ac');
  });

  test('files are sent empty', () => {
    const { contentType, body } = fill(
      '<form method=post enctype=multipart/form-data><input type=file name=f>',
    );
    expect(readMultipart(contentType ?? '', Buffer.from(body ?? []))).toEqual([
      { name: 'f', filename: '', type: 'application/octet-stream', content: Buffer.alloc(0) },
    ]);
  });
});

describe('which form is meant', () => {
  const html = `<form id=top name=search action=/find><input name=q></form>
    <form action=/login method=post><input name=user><input type=password name=pw></form>
    <form action=/login?from=footer method=post><input name=user><input type=password name=pw></form>`;
  const choose = (wish: FormWish, source = html) => chooseForm(findForms(source, page), wish).index;

  test('by id, name, action, fields and index', () => {
    expect(choose({ id: 'top' })).toBe(0);
    expect(choose({ name: 'search' })).toBe(0);
    expect(choose({ action: '/find' })).toBe(0);
    expect(choose({ action: 'https://a.test/login?from=footer' })).toBe(2);
    expect(choose({ fields: ['q'] })).toBe(0);
    expect(choose({ fields: ['user', 'pw'], index: 1 })).toBe(2);
    expect(choose({ index: 1 })).toBe(1);
    expect(codeOf(() => choose({ action: 'https://b.test/find' }))).toBe('ACCESS_FORM_NOT_FOUND');
  });

  test('no match and several matches are errors that list the forms of the page', () => {
    expect(messageOf(() => choose({ action: '/login' }))).toBe(
      `2 forms of ${page} match the action /login: form 2 (POST https://a.test/login) with user, pw; form 3 (POST https://a.test/login?from=footer) with user, pw. Add a criterion that only one of them meets, or an index.`,
    );
    expect(messageOf(() => choose({ fields: ['user', 'password'] }))).toContain('Form 2 lacks "password".');
    expect(messageOf(() => choose({ fields: ['mail', 'pin'] }))).not.toContain('lacks');
    expect(codeOf(() => choose({ index: 3 }))).toBe('ACCESS_FORM_NOT_FOUND');
    expect(messageOf(() => choose({ id: 'x' }, '<p>nothing'))).toBe('the page has no form');
  });
});

interface MultipartPart {
  readonly name: string;
  readonly filename: string | null;
  readonly type: string | null;
  readonly content: Buffer;
}

/** Reads a body as a server would (RFC 7578), for tests. Throws when anything is malformed. */
function readMultipart(contentType: string, body: Buffer): readonly MultipartPart[] {
  const boundary = /^multipart\/form-data; boundary=([\w'()+,./:=?-]{1,70})$/.exec(contentType)?.[1];
  if (boundary === undefined) throw new Error(`no boundary in ${contentType}`);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const whole = Buffer.concat([Buffer.from('\r\n'), body]);
  const parts: MultipartPart[] = [];
  let position = whole.indexOf(delimiter);
  if (position !== 0) throw new Error('the body does not begin with the boundary');
  for (;;) {
    position += delimiter.length;
    const mark = whole.toString('latin1', position, position + 2);
    if (mark === '--') {
      if (whole.toString('latin1', position + 2) !== '\r\n') throw new Error('something follows the end');
      return parts;
    }
    if (mark !== '\r\n') throw new Error('a value contains the boundary');
    const headEnd = whole.indexOf('\r\n\r\n', position);
    const end = whole.indexOf(delimiter, headEnd + 2);
    if (headEnd < 0 || end < 0) throw new Error('a part does not end');
    const head = whole.toString('utf8', position + 2, headEnd);
    parts.push({
      name: /; name="([^"]*)"/.exec(head)?.[1] ?? '',
      filename: /; filename="([^"]*)"/.exec(head)?.[1] ?? null,
      type: /\r\nContent-Type: (.*)$/i.exec(head)?.[1] ?? null,
      content: whole.subarray(headEnd + 4, end),
    });
    position = end;
  }
}
