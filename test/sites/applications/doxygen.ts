import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Application, Edit, Expected, Place } from './application.ts';
import { startNginx, unpackNginx } from './tools/nginx.ts';
import { needDebian } from './tools/packages.ts';
import { Prose } from './tools/prose.ts';

const run = promisify(execFile);

interface Class {
  readonly base: string | null;
  readonly brief: string;
  readonly details: string;
  readonly methods: readonly string[];
  readonly limit: number;
}

const SETTINGS = `
PROJECT_NAME = "Harbour library"
INPUT = .
FILE_PATTERNS = *.h *.dox
GENERATE_LATEX = NO
SEARCHENGINE = NO
HTML_TIMESTAMP = YES
# A menu without scripts, so that it can be crawled.
HTML_DYNAMIC_MENUS = NO
CASE_SENSE_NAMES = YES
EXTRACT_ALL = YES
HAVE_DOT = NO
QUIET = YES
WARNINGS = NO
OUTPUT_DIRECTORY = ../built
`;

/** The reference of a C++ library: each run writes its time, to the second, on all pages. */
export function doxygen(place: Place): Application {
  const { folder, origin, random } = place;
  const prose = new Prose(random);
  const sources = join(folder, 'sources');
  const classes = new Map<string, Class>();
  const chapters = new Map<string, string>();
  let nginx = '';

  const build = async () => {
    await rm(sources, { recursive: true, force: true });
    await rm(join(folder, 'built'), { recursive: true, force: true });
    await mkdir(sources, { recursive: true });
    await writeFile(join(sources, 'Doxyfile'), SETTINGS);
    for (const [name, own] of classes) await writeFile(join(sources, `${name}.h`), header(name, own));
    for (const [name, text] of chapters)
      await writeFile(join(sources, `${name}.dox`), `/** @page ${name} ${text} */\n`);
    const pages = [...chapters.keys()].map((name) => ` - @subpage ${name}`).join('\n');
    await writeFile(join(sources, 'main.dox'), `/** @mainpage\n\nThe parts:\n${pages}\n */\n`);
    await run('doxygen', { cwd: sources, env: place.clock.environment(), maxBuffer: 2 ** 26 });
    await rm(join(folder, 'served'), { recursive: true, force: true });
    await cp(join(folder, 'built/html'), join(folder, 'served'), {
      recursive: true,
      preserveTimestamps: true,
    });
  };
  const newClass = (base: string | null): Class => ({
    base,
    brief: prose.sentence(),
    details: prose.paragraph(3),
    methods: prose.names(3).map((name) => name.replace('-', '_')),
    limit: 10 + random.below(900),
  });
  const header = (name: string, { base, brief, details, methods, limit }: Class) => {
    const declared = methods.map(
      (method, place) =>
        `  /** The ${method} of it. @param depth how deep. @return ${place + 2} times as much. */\n  int ${method}(int depth);`,
    );
    const include = base === null ? '' : `#include "${base}.h"\n`;
    return `/** @file */
#pragma once
${include}
/** ${brief}\n *\n * ${details} */
class ${name}${base === null ? '' : ` : public ${base}`} {
public:
${declared.join('\n\n')}

  /** How many fit into the ${name}. */
  static const int limit = ${limit};
};
`;
  };
  const newChapter = () =>
    `${prose.title()}\n\n${prose.paragraph()}\n\n@section ${prose.names(1)[0]?.replace('-', '_')} ${prose.title()}\n\n${prose.paragraph()}\n`;

  return {
    name: 'doxygen',
    stamp: /Generated on [^<]*? for /g,

    async install() {
      await needDebian('doxygen');
      nginx = await unpackNginx(join(folder, 'nginx'));
      await mkdir(join(folder, 'served'), { recursive: true });
    },

    start: () => startNginx(place, nginx, join(folder, 'served')),

    async fill() {
      const names = [
        ...new Set(
          prose.names(14).map((name) => name.replace(/(^|-)(.)/g, (_, __, letter) => letter.toUpperCase())),
        ),
      ];
      for (const [number, name] of names.entries())
        classes.set(name, newClass(number % 3 === 0 ? null : (names[number - (number % 3)] ?? null)));
      for (const name of prose.names(6)) chapters.set(name.replace('-', '_'), newChapter());
      await build();
    },

    async edit(visit) {
      const edits: Edit[] = [];
      const bases = new Set([...classes.values()].map(({ base }) => base));
      // Those that others inherit from stay, or the others would show the change, too.
      const free = [...classes.keys()].filter((name) => !bases.has(name));
      const some = () => free.splice(random.below(free.length), 1)[0] ?? '';
      const did = (what: string, page: string, truth: Expected) =>
        edits.push({ what: `${what}: ${page}`, shows: { [`${origin}/${page}.html`]: truth } });
      const change = (name: string, edit: (was: Class) => Partial<Class>) => {
        const was = classes.get(name);
        if (was !== undefined) classes.set(name, { ...was, ...edit(was) });
      };

      const text = some();
      change(text, ({ details }) => ({ details: `${prose.sentence()} ${details}` }));
      did('a sentence more', `class${text}`, 'UPD');
      const figure = some();
      change(figure, ({ limit }) => ({ limit: limit + 1 }));
      did('another figure', `class${figure}`, 'UPD');
      const [page = ''] = [...chapters.keys()].slice(visit);
      chapters.set(page, `${chapters.get(page)}\n${prose.sentence()}\n`);
      did('a sentence more', page, 'UPD');
      if (visit % 2 === 0) {
        const name = `Added${visit}`;
        classes.set(name, newClass(null));
        did('a new class', `class${name}`, 'NEW');
        const method = some();
        change(method, ({ methods }) => ({ methods: [...methods, `added_${prose.word()}`] }));
        did('a new method', `class${method}`, 'UPD');
      } else {
        const gone = some();
        classes.delete(gone);
        did('a class deleted', `class${gone}`, 'MIS');
        chapters.set(page, `${chapters.get(page)?.replace(/^.*/, `${prose.title()} again`)}`);
        edits.push({ what: `another title: ${page}`, shows: {} });
      }
      await build();
      return edits;
    },
  };
}
