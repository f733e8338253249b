/** Says what the first load of the web interface weighs, and what each view adds: `npm run web:size`. Fails above the limit. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const FOLDER = 'dist/web';
/** Of script, compressed with gzip: what browsers get over plain HTTP. */
const LIMIT = 200_000;

const page = readFileSync(join(FOLDER, 'index.html'), 'utf8');
/** What the page names, and what its scripts load at once: the view of the home page comes with it. */
const first = new Set([...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? ''));
for (const file of globSync('assets/home-view-*.{js,css}', { cwd: FOLDER })) first.add(file);
// A set that grows is read to its new end.
for (const file of first) {
  if (!file.endsWith('.js')) continue;
  const imports = readFileSync(join(FOLDER, file), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g);
  for (const [, name] of imports) first.add(`assets/${name}`);
}

const weigh = (file: string, ending: string) => statSync(join(FOLDER, `${file}${ending}`)).size;
const sum = (files: readonly string[], ending: string) =>
  files.reduce((total, file) => total + weigh(file, ending), 0);
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

const scripts = [...first].filter((file) => file.endsWith('.js'));
const styles = [...first].filter((file) => file.endsWith('.css'));
console.log('First load (log-in, layout, what changed), compressed:');
console.log(
  `  scripts  ${kB(sum(scripts, '.gz'))} gzip, ${kB(sum(scripts, '.br'))} brotli (limit ${kB(LIMIT)} gzip)`,
);
console.log(`  styles   ${kB(sum(styles, '.gz'))} gzip, ${kB(sum(styles, '.br'))} brotli`);
console.log('Loaded when they are needed:');
for (const file of globSync('assets/*.js', { cwd: FOLDER }).sort())
  if (!first.has(file))
    console.log(
      `  ${basename(file)
        .replace(/-[\w-]{8}\.js$/, '')
        .padEnd(24)} ${kB(weigh(file, '.gz'))}`,
    );
if (sum(scripts, '.gz') > LIMIT) process.exitCode = 1;
