import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForComparison } from '../../document/index.ts';
import { FingerprintError } from '../errors.ts';
import { namedSetting, type SettingName } from './named-settings.ts';

function distance(name: SettingName, a: string, b: string): number {
  const setting = namedSetting(name);
  const [one, other] = [a, b].map((html) => setting.fingerprint(readForComparison(Buffer.from(html))));
  return setting.distance(one, other);
}

function isSame(name: SettingName, a: string, b: string): boolean {
  return distance(name, a, b) <= namedSetting(name).threshold;
}

const menu =
  '<nav><a href="/">Home</a><a class="active" href="/owners">Owners</a><a href="/vets">Vets</a></nav>';
const page = (body: string, title = 'Owners') =>
  `<html><head><title>${title}</title></head><body>${menu}<main>${body}</main><footer>About</footer></body></html>`;

const row = (id: number, name: string) =>
  `<tr><td><a href="/owners/${id}">${name}</a></td><td>${name} Street ${id}</td><td><a href="/owners/${id}/edit">Edit</a></td></tr>`;
const list = (...rows: readonly string[]) =>
  page(
    `<h2>Owners</h2><a class="btn" href="/owners/new">Add owner</a><table><thead><tr><th>Name</th><th>Street</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  );
const few = list(row(1, 'Ann'), row(2, 'Bob'));
const many = list(...Array.from({ length: 30 }, (_, i) => row(40 + i, `Owner${'abcdefghij'[i % 10]}`)));
const empty = list('<tr><td colspan="3">No owners yet.</td></tr>');

const field = (name: string, mistake = '') =>
  `<div class="form-group${mistake && ' has-error'}"><label>${name}</label><input type="text" name="${name}" value="">${mistake && `<span class="help-block">${mistake}</span>`}</div>`;
const form = (mistake = '', value = '') =>
  page(
    `<h2>New owner</h2><form action="/owners/new" method="post">${field('name', mistake)}${field('street').replace('value=""', `value="${value}"`)}<button>Add</button></form>`,
  );

describe('structure: the same functions', () => {
  it('a list of two and a list of thirty are the same', () =>
    expect(isSame('structure', few, many)).toBe(true));
  it('an empty list is another state', () => expect(isSame('structure', few, empty)).toBe(false));
  it('a form that is filled in is the same', () =>
    expect(isSame('structure', form(), form('', 'Main'))).toBe(true));
  it('a form with messages about its input is another state', () => {
    expect(isSame('structure', form(), form('must not be empty'))).toBe(false);
  });
  it('a form is not a list', () => expect(isSame('structure', few, form())).toBe(false));

  it('another record is the same, also when it has less to say', () => {
    const record = (name: string, more: string) =>
      page(
        `<h2>${name}</h2><dl><dt>Name</dt><dd>${name}</dd>${more}</dl><a class="btn" href="/owners/${name.length}/edit">Edit</a><a class="btn" href="/owners/${name.length}/delete">Delete</a>`,
      );
    expect(
      isSame('structure', record('Ann Smith', '<dt>Phone</dt><dd>1</dd>'), record('Bob Jones', '')),
    ).toBe(true);
  });

  it('the name of a record counts once, wherever it stands; names of functions count each', () => {
    const menuOf = (project: string) =>
      `<header><h1>${project}</h1><nav><a href="/">Home</a><a href="/projects/ferry">Ferry</a><a href="/projects/harbour">Harbour</a>${[
        'wiki',
        'issues',
        'news',
        'files',
      ]
        .map((name) => `<a href="/projects/${project.toLowerCase()}/${name}">${name}</a>`)
        .join(
          '',
        )}<a class="selected" href="/projects/${project.toLowerCase()}">${project}</a></nav></header>`;
    const show = (project: string, what: string) =>
      `<html><head><title>${what} - ${project}</title></head><body>${menuOf(project)}<main><h2>${project}</h2><form action="/search"><input name="q"><button>Search</button></form></main></body></html>`;
    expect(isSame('structure', show('Harbour', 'Wiki'), show('Ferry', 'Wiki'))).toBe(true);
    const named = (name: string) =>
      page(`<h2>${name}</h2><p>Words.</p>`, name).replace(
        'class="active" href="/owners">Owners',
        `class="active" href="/${name.toLowerCase()}">${name}`,
      );
    expect(isSame('structure', named('Owners'), named('Vets'))).toBe(false);
  });

  it('the record of a form may be in the menu, and links repeat its name', () => {
    const edit = (table: string) =>
      page(
        `<h2>Alter ${table}</h2><a href="?table=${table}">${table}</a><form>${['name', 'type', 'size', 'null'].map((field) => `<input name="${field}">`).join('')}<button>Save</button></form>`,
        `Alter ${table}`,
      ).replace('Owners</a>', `Owners</a><a href="?t=ships">ships</a><a href="?t=crews">crews</a>`);
    const marked = (table: string) => edit(table).replace(`">${table}</a>`, `" class="active">${table}</a>`);
    expect(isSame('structure', marked('ships'), marked('crews'))).toBe(true);
  });

  it('one of several lists is empty', () => {
    const lists = (second: string) =>
      page(
        `<table><tr><th>Boat</th><th>Length</th></tr><tr><td>Gull</td><td>9</td></tr></table><table><tr><th>Crew</th><th>Since</th></tr>${second}</table><table><tr><th>Day</th><th>Wind</th></tr></table>`,
      );
    const filled = lists('<tr><td>Ann</td><td>May</td></tr>');
    expect(isSame('structure', filled, lists('<tr><td>Bob</td><td>June</td></tr>'))).toBe(true);
    expect(isSame('structure', filled, lists(''))).toBe(false);
  });

  it('a text that begins with an error is trouble, marked or not', () => {
    const answer = (text: string) =>
      page(`<form><textarea name="sql"></textarea><button>Go</button></form><div>${text}</div>`);
    expect(isSame('structure', answer('3 rows.'), answer('Error: near "selec"'))).toBe(false);
  });

  it('an open dialog is another state; a hidden one is nothing', () => {
    const dialog = '<div class="modal"><h4>Delete?</h4><button>Yes</button><button>No</button></div>';
    const withDialog = (open: string) =>
      few.replace('</main>', `</main>${dialog.replace('"modal"', `"modal ${open}"`)}`);
    expect(distance('structure', few, withDialog('fade'))).toBe(0);
    expect(isSame('structure', few, withDialog('fade in'))).toBe(false);
  });

  it('an error page is another state', () => {
    const text = (heading: string) => page(`<h2>${heading}</h2><p>Some words.</p><a href="/">Back</a>`);
    expect(isSame('structure', text('Welcome back'), text('Page not found'))).toBe(false);
  });

  it('order of attributes, generated ids, scripts and comments are nothing', () => {
    const noisy = few
      .replace('class="btn" href="/owners/new"', 'id="x91827364" href="/owners/new" class="btn"')
      .replace('</main>', '<!-- 7 --><script>var t = 8</script></main>');
    expect(distance('structure', few, noisy)).toBe(0);
  });

  it('grids of divs with roles are tables', () => {
    const grid = (...rows: readonly string[]) =>
      page(
        `<div role="grid"><div role="row"><div role="columnheader">Name</div></div>${rows.join('')}</div>`,
      );
    const line = (name: string) =>
      `<div role="row"><div role="gridcell">${name}</div><div role="gridcell"><button>Edit</button></div></div>`;
    expect(isSame('structure', grid(line('Ann')), grid(line('Bob'), line('Cid')))).toBe(true);
    expect(isSame('structure', grid(line('Ann')), grid('<div>Nothing</div>'))).toBe(false);
  });

  it('a form that makes something new is another one than the form that changes it', () => {
    const fields = Array.from({ length: 9 }, (_, n) => `<input name="field${'abcdefghi'[n]}">`).join('');
    const made = (...buttons: readonly string[]) =>
      page(`<form>${fields}${buttons.map((text) => `<button>${text}</button>`).join('')}</form>`);
    expect(isSame('structure', made('Save', 'Cancel'), made('Create', 'Cancel'))).toBe(false);
    const all = ['Update', 'Clone', 'Delete', 'Export', 'Cancel'];
    expect(isSame('structure', made(...all), made('Add', 'Cancel'))).toBe(false);
    expect(isSame('structure', made('Save', 'Cancel'), made('Apply', 'Cancel'))).toBe(true);
  });

  it('who may log in sees another page than who has', () => {
    const greeted = (text: string) =>
      few.replace('</main>', `</main><footer><a href="/me">${text}</a></footer>`);
    expect(isSame('structure', greeted('Log in'), greeted('Ann'))).toBe(false);
    expect(isSame('structure', greeted('Bob'), greeted('Ann'))).toBe(true);
  });

  it('a record is known by parameters of addresses that the same entries of a menu lead to', () => {
    const tabs = (db: string, table: string) =>
      ['Browse', 'Structure', 'Search', 'Export']
        .map(
          (tab) => `<a href="index.php?route=/table/${tab.toLowerCase()}&db=${db}&table=${table}">${tab}</a>`,
        )
        .join('');
    const tree = '<a href="?db=port&table=boats">boats</a><a href="?db=line&table=trips_">trips_</a>';
    const show = (db: string, table: string) =>
      `<html><head><title>${db} / ${table}</title></head><body><nav>${tree}${tabs(db, table)}
        <a class="active" href="?x">${table}</a></nav><main><h2>Rows of ${table}</h2><p>Words.</p></main></body></html>`;
    expect(isSame('structure', show('port', 'boats'), show('line', 'trips_'))).toBe(true);
  });

  it('what a page is about is not its frame, whatever the box around it is called', () => {
    const boxed = (box: string, inner: string) =>
      `<html><body><div class="${box}">${inner}</div></body></html>`;
    const table = (rows: string) =>
      `<main><table><tr><th>Boat</th><th>Length</th></tr>${rows}</table></main>`;
    const filled = '<tr><td>Gull</td><td>9</td></tr>'.repeat(3);
    expect(isSame('structure', boxed('navigation', table(filled)), boxed('navigation', table('')))).toBe(
      false,
    );
    const asked = (more: string) =>
      boxed(
        'tabs',
        `<form>${['name', 'pier', 'length'].map((name) => `<input name="${name}">`).join('')}${more}</form>`,
      );
    const trouble = '<p class="error">Name is needed.</p>';
    expect(isSame('structure', asked(''), asked(trouble))).toBe(false);
  });

  it('ids that frameworks count are nothing', () => {
    const field = (id: string) => page(`<form><input id="${id}"><button>Go</button></form>`);
    expect(distance('structure', field('_r_m_'), field('_r_n_'))).toBe(0);
    expect(distance('structure', field(':r1b:'), field(':rc:'))).toBe(0);
  });

  it('needs a tree', () => {
    expect(() => namedSetting('structure').fingerprint('text')).toThrow(FingerprintError);
  });
});

describe('content: the same relevant text', () => {
  it('a paragraph that is there twice says no more than once; entries in another order do', () => {
    const entries = (...texts: readonly string[]) => page(texts.map((text) => `<p>${text}</p>`).join(''));
    const [tide, moon, pier] = ['High water comes twice a day.', 'The moon pulls at it.', 'The pier is wet.'];
    expect(isSame('content', entries(tide, moon), entries(tide, moon, moon))).toBe(true);
    expect(isSame('content', entries(tide, moon, pier), entries(pier, moon, tide))).toBe(false);
  });

  it('another record is another state', () => {
    expect(isSame('content', list(row(1, 'Ann')), list(row(2, 'Bob')))).toBe(false);
    expect(isSame('content', few, many)).toBe(false);
  });

  it.each([
    ['a clock', '<p>It is 12:03:59.</p>', '<p>It is 23:45:01.</p>'],
    ['an age', '<p>Saved 3 minutes ago</p>', '<p>Saved 14 minutes ago</p>'],
    ['a counter', '<p>You are visitor number 1,204.</p>', '<p>You are visitor number 1,311.</p>'],
    [
      'an advert',
      '<div class="ad-banner">Buy shoes now</div>',
      '<div class="ad-banner">Fly to the moon</div>',
    ],
    ['order of attributes', '<p id="a" class="b">x</p>', '<p class="b" id="a">x</p>'],
    ['a generated id', '<p id="g1">x</p>', '<p id="g2">x</p>'],
    ['a script', '<script>1</script>', '<script>2</script>'],
  ])('%s changes nothing', (_what, one, other) => {
    const body = '<p>High water at Dover and low water at Calais.</p>';
    expect(isSame('content', page(body + one), page(body + other))).toBe(true);
  });

  it('what is filled in is text', () =>
    expect(isSame('content', form('', 'Main'), form('', 'Side'))).toBe(false));

  it('a price is not a clock', () => {
    expect(isSame('content', page('<p>Lamp 12.50 EUR</p>'), page('<p>Lamp 13.50 EUR</p>'))).toBe(false);
  });

  it('takes plain texts', () => {
    const setting = namedSetting('content');
    expect(setting.isNearDuplicate(setting.fingerprint('high water'), setting.fingerprint('low water'))).toBe(
      false,
    );
    expect(
      setting.isNearDuplicate(setting.fingerprint('high  water'), setting.fingerprint('high water')),
    ).toBe(true);
  });
});

describe.each(['content', 'structure'] as const)('%s, for any page', (name) => {
  const piece = fc.constantFrom(
    '<div class="alert error">',
    '<table><tr><td>1<td>2',
    '<form>',
    '<input name=a>',
    'x 12:30',
    '</div>',
    '<a href="/x?y=1">',
    '<ul><li class=active>',
    '<nav>',
    '</form>',
    '<h1>404',
    '<dialog open>',
    '&amp;',
    '<button>',
    '<label>a:',
  );
  const html = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));

  it('is symmetric, from 0 to 1, and 0 for the same page', () => {
    fc.assert(
      fc.property(html, html, (a, b) => {
        const found = distance(name, a, b);
        expect(found).toBeCloseTo(distance(name, b, a), 12);
        expect(found).toBeGreaterThanOrEqual(0);
        expect(found).toBeLessThanOrEqual(1);
        expect(distance(name, a, a)).toBe(0);
      }),
    );
  });
});
