import { describe, expect, test } from 'vitest';
import { readProjectFile } from '../parse-project-file.ts';
import { ProjectFileError } from '../problems/project-file-error.ts';

/** What is wrong with a project, or worth a look: path and message. */
function problemsOf(rest: string, source = 'https://news.example.org/'): readonly string[] {
  const shown = ({ path, message }: { readonly path: string; readonly message: string }) =>
    `${path}: ${message}`;
  try {
    return readProjectFile(`name: a\nsource: ${source}\n${rest}`).warnings.map(shown);
  } catch (error) {
    if (!(error instanceof ProjectFileError)) throw error;
    return error.problems.map(shown);
  }
}

const password = '{ env: NEWS_PASSWORD }';
const noLoginSign =
  'session.login: nothing shows whether a page is seen logged in, so a lost session may go unnoticed';

describe('user, password, key and passphrase', () => {
  test.each([
    [`user: kim, password: ${password}`, []],
    ['user: kim', ['preference.user: a user needs a password']],
    [`password: ${password}`, ['preference.password: a password needs a user']],
    [
      `user: kim, password: ${password}, passphrase: ${password}`,
      ['preference.passphrase: a passphrase needs a key'],
    ],
    [`user: kim, key: ${password}`, ['preference.key: only SFTP servers take a key']],
  ])('%s', (preference, expected) => {
    expect(problemsOf(`preference: { ${preference} }`)).toEqual(expected);
  });

  test('SFTP takes a key, other folders do not', () => {
    const key = `preference: { user: kim, key: ${password}, passphrase: ${password} }`;
    expect(problemsOf(key, 'sftp://files.example.org/pub/')).toEqual([]);
    expect(problemsOf(key, 'ftp://files.example.org/pub/')).toEqual([
      'preference.key: only SFTP servers take a key',
    ]);
    expect(problemsOf(`preference: { key: ${password} }`, 'sftp://files.example.org/pub/')).toEqual([
      'preference.key: a key needs a user',
    ]);
  });
});

describe('logging in', () => {
  const account = `{ user: kim, password: ${password} }`;

  test('HTTP has one account', () => {
    expect(problemsOf(`session: { login: { basic: ${account} }, loggedInWhen: x }`)).toEqual([]);
    expect(
      problemsOf(`preference: ${account}\nsession: { login: { digest: ${account} }, loggedInWhen: x }`),
    ).toEqual(['session.login: user and password are given twice: here and under "preference"']);
  });

  test('a step that logs in needs a name and a form, and should collect nothing', () => {
    const session = 'session: { login: log in, loggedInWhen: Log out }\n';
    const form = 'form: { fill: { user: kim } }';
    const step = (rest: string) => `${session}steps: [{ name: log in, open: /login, ${rest} }, { open: / }]`;
    expect(problemsOf(step(`${form}, collect: no`))).toEqual([]);
    expect(problemsOf(step(form))).toEqual([
      'session.login: the step "log in" logs in, and collects pages too',
    ]);
    expect(problemsOf(step('collect: no'))).toEqual([
      'session.login: the step "log in" fills in no form, so it cannot log in',
    ]);
    expect(problemsOf(session)).toEqual(['session.login: no step is called "log in"']);
  });

  test('a session that is not watched is worth a look, except with a token', () => {
    expect(problemsOf(`session: { login: { basic: ${account} } }`)).toEqual([noLoginSign]);
    expect(problemsOf(`session: { login: { bearer: ${password} } }`)).toEqual([]);
  });

  test('passwords in a form are worth a look, wherever the form is', () => {
    const secret = 'looks like a secret, and everyone who sees the file can read it';
    expect(problemsOf('forms: [{ fill: { q: x, pwd: y } }]')).toEqual([`forms[0].fill.pwd: "pwd" ${secret}`]);
    expect(problemsOf('steps: [{ open: /, form: { fill: { token: y } } }]')).toEqual([
      `steps[0].form.fill.token: "token" ${secret}`,
    ]);
    expect(
      problemsOf('session: { login: { open: /in, form: { fill: { PIN: y } } }, loggedInWhen: x }'),
    ).toEqual([`session.login.form.fill.PIN: "PIN" ${secret}`]);
    expect(problemsOf(`forms: [{ fill: { pwd: ${password} } }]`)).toEqual([]);
  });
});

describe('steps', () => {
  test('the first cannot follow a link; a later one can', () => {
    expect(problemsOf('steps: [{ follow: Search }]')).toEqual([
      'steps[0].follow: the first step cannot follow a link, because no page is open yet',
    ]);
    expect(problemsOf('steps: [{ open: / }, { follow: Search }]')).toEqual([]);
  });

  test('something is collected, and only such steps go deep', () => {
    expect(problemsOf('steps: [{ open: /, collect: no, depth: 0 }]')).toEqual([
      'steps: no step collects anything',
    ]);
    expect(problemsOf('steps: [{ open: /, collect: no, depth: 0 }, { open: /a }]')).toEqual([]);
    expect(problemsOf('steps: [{ open: /, collect: no, depth: 1 }, { open: /a }]')).toEqual([
      'steps[0].depth: a step that collects nothing goes no further than its page',
    ]);
    expect(problemsOf('steps: []')).toEqual([]);
  });

  test('names are different', () => {
    expect(
      problemsOf('steps: [{ name: a, open: /1 }, { open: /2 }, { open: /3 }, { name: a, open: /4 }]'),
    ).toEqual(['steps[3].name: another step is already called "a"']);
  });

  test('a form has one list at most', () => {
    const message = '"q" and "r" are both lists, and it is not clear which values belong together';
    expect(problemsOf('forms: [{ fill: { q: [a, b], r: [c, d] } }]')).toEqual([
      `forms[0].fill.r: ${message}`,
    ]);
    expect(problemsOf('steps: [{ open: /, form: { fill: { q: [a, b], r: [c, d] } } }]')).toEqual([
      `steps[0].form.fill.r: ${message}`,
    ]);
    expect(problemsOf('forms: [{ fill: { q: [a, b], r: { all: [c, d] } } }]')).toEqual([]);
  });
});

describe('rules', () => {
  test.each([
    ['{ allow: a }, { default: deny }', []],
    ['{ deny: a }', []],
    ['{ allow: a }', ['rules: every rule allows, so nothing is kept out']],
    ['{ default: deny }, { allow: a }, { default: allow }', ['rules[2]: this is a second default']],
    ['{ deny: { type: pdf } }', ['rules[0]: type cannot be "pdf"']],
    ['{ deny: a }, { deny: { query: { with: "=3" } } }', ['rules[1]: query cannot be "=3"']],
    [
      '{ deny: more.php?page=2 }',
      ['rules[0]: "p?" means "p" or nothing; write \\? for the question mark of a query'],
    ],
    [
      '{ deny: /print/* }',
      [
        "rules[0]: /* means any number of slashes; write { glob: '/print/*' } for what is below, or leave out the *",
      ],
    ],
  ])('%s', (rules, expected) => {
    expect(problemsOf(`rules: [${rules}]`)).toEqual(expected);
  });

  test('the hint is what the rule itself says to write', () => {
    expect(() =>
      readProjectFile('name: a\nsource: https://example.org/\nrules: [{ deny: { type: pdf } }]'),
    ).toThrow(/type cannot be "pdf"\n[\s\S]*\n {2}write text\/html, or image\/\* for all images$/);
  });
});

describe('scopes', () => {
  test('without steps, the scope of the project includes the source', () => {
    expect(problemsOf('crawl: { scope: news.example.org }')).toEqual([]);
    expect(problemsOf('crawl: { scope: other.example.org }')).toEqual([
      'crawl.scope: the scope leaves out its own start, https://news.example.org/',
    ]);
  });

  test('the scope of a step includes the page that it opens, as far as that is known', () => {
    const step = (rest: string) =>
      problemsOf(`steps: [{ open: /a/b, scope: news.example.org/c/${rest} }, { open: / }]`);
    expect(step('')).toEqual([
      'steps[0].scope: the scope leaves out its own start, https://news.example.org/a/b',
    ]);
    expect(step(', collect: no')).toEqual([]);
    expect(step(', form: { fill: { q: x } }')).toEqual([]);
    expect(problemsOf('crawl: { scope: other.example.org }\nsteps: [{ open: / }]')).toEqual([]);
  });

  test('a scope that cannot be read is reported where it is, and once', () => {
    expect(problemsOf('steps: [{ open: /, scope: [news.example.org, "gopher://x"] }]')).toEqual([
      'steps[0].scope[1]: "gopher://x" is not a place on the web',
    ]);
  });
});

describe('folders', () => {
  const folder = 'ftp://files.example.org/pub/';

  test('have no pages, links and forms, and stay on one server', () => {
    expect(problemsOf('session: { cookies: c.txt }', folder)).toEqual([
      'session: a folder has no page to log in on',
    ]);
    expect(problemsOf('forms: [{ fill: { q: x } }]', folder)).toEqual(['forms: a folder has no forms']);
    expect(problemsOf('steps: [{ open: / }, { follow: Next }]', folder)).toEqual([
      'steps[1].follow: a folder has no links or forms',
    ]);
    for (const other of [
      'ftp://other.example.org/',
      'sftp://files.example.org/',
      'ftp://files.example.org:99/',
    ])
      expect(problemsOf(`steps: [{ open: "${other}" }]`, folder)).toEqual([
        'steps[0].open: this step opens another server',
      ]);
    expect(problemsOf('steps: [{ open: /pub/intro/ }]', folder)).toEqual([]);
  });
});

test('an entry of "compare" for every address comes last', () => {
  expect(problemsOf('compare: [{ match: /a/, by: text }, { by: bytes }]')).toEqual([]);
  expect(problemsOf('compare: [{ by: bytes }, { match: /a/, by: text }]')).toEqual([
    'compare[1]: entry 1 of "compare" matches every address, so this one is never used',
  ]);
});
