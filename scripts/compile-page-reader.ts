/**
 * Compiles the page reader (`src/document/html/wasm/assembly`) into a module that holds the WebAssembly as text: like all other modules it is found from the
 * sources and from a bundle, without reading a file.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folder = 'src/document/html/wasm';
const target = join(folder, 'compiled-page-reader.ts');

/** 16 MB, of which the system gives what is used (`memory.ts`). */
const PAGES = '256';
const options = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];
const memory = ['--initialMemory', PAGES, '--maximumMemory', PAGES];

/** Does nothing when the sources are those of the last time. */
export async function compilePageReader(): Promise<void> {
  const heading = `// Compiled from assembly/ by scripts/compile-page-reader.ts: ${hashOfSources()}\n`;
  if (compiledBefore().startsWith(heading)) return;
  const base64 = Buffer.from(await compile()).toString('base64');
  // Whoever reads it finds it whole.
  const cache = 'node_modules/.cache';
  mkdirSync(cache, { recursive: true });
  const begun = join(mkdtempSync(join(cache, 'page-reader-')), 'module.ts');
  writeFileSync(begun, `${heading}export const compiledPageReader =\n  '${base64}';\n`);
  renameSync(begun, target);
  rmSync(dirname(begun), { recursive: true });
}

function hashOfSources(): string {
  const hash = createHash('sha256').update([...options, ...memory].join(' '));
  for (const file of globSync(`${folder}/assembly/*.ts`).sort()) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function compiledBefore(): string {
  try {
    return readFileSync(target, 'utf8');
  } catch {
    return '';
  }
}

async function compile(): Promise<Uint8Array> {
  const { main } = await import('assemblyscript/asc');
  const compiled: Uint8Array[] = [];
  const { error, stderr } = await main(
    [`${folder}/assembly/page-reader.ts`, ...options, ...memory, '--outFile', 'reader.wasm'],
    { writeFile: (_, contents) => void compiled.push(contents as Uint8Array) },
  );
  const [binary] = compiled;
  if (error !== null || binary === undefined) throw new Error(`The page reader does not compile:\n${stderr}`);
  return binary;
}

if (import.meta.main) await compilePageReader();
