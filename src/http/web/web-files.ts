import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the web interface, as it can be sent. */
export interface WebFile {
  readonly type: string;
  /** Whether its name has a hash of its content, so that it never changes. */
  readonly isImmutable: boolean;
  /** How it is compressed on disk, and its file there; `identity` is always among them. */
  readonly forms: Readonly<Partial<Record<Encoding, string>>>;
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** The built web interface. Names are looked up in a list made at the start: no path of a request ever touches the disk. */
export interface WebFiles {
  /** By its path, as `/assets/main-B1x.js`; null when there is no such file. */
  find(path: string): WebFile | null;
  /** The page itself, with this nonce for its scripts and styles, and the styles that its library adds. */
  page(nonce: string): Promise<string>;
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
};

/** The build writes them beside each file. */
const endings = { br: '.br', gzip: '.gz', identity: '' } as const;
const PAGE = 'index.html';
/** Where the page wants the nonce. */
const NONCE_PLACE = '__NONCE__';

/** Null when nothing was built there: then the server has an API and no pages. */
export function webFilesIn(folder: string): WebFiles | null {
  const names = filesIn(folder);
  if (!names.has(PAGE)) return null;
  const files = new Map<string, WebFile>();
  for (const name of names) {
    const type = types[/\.(\w+)$/.exec(name)?.[1] ?? ''];
    if (type === undefined) continue;
    const forms = Object.fromEntries(
      Object.entries(endings).flatMap(([encoding, ending]) =>
        names.has(name + ending) ? [[encoding, join(folder, name + ending)]] : [],
      ),
    );
    files.set(`/${name}`, { type, isImmutable: name.startsWith('assets/'), forms });
  }
  let page: Promise<string> | null = null;
  return {
    find: (path) => files.get(path) ?? null,
    async page(nonce) {
      page ??= readFile(join(folder, PAGE), 'utf8');
      return (await page).replaceAll(NONCE_PLACE, nonce);
    },
  };
}

function filesIn(folder: string): ReadonlySet<string> {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return new Set(names.map((name) => name.replaceAll('\\', '/')));
  } catch {
    return new Set();
  }
}
