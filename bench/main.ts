/** `npm run bench -- url`: describes the machine and runs one benchmark, each in its own process. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeMachine, machineFacts } from './machine-facts.ts';

const benchmarks: Readonly<Record<string, string>> = {
  url: 'normalisation, identities, session ids, pairs [--json]',
  start: 'how long tidemark --help takes, and a crawl until its first request [--json]',
  document: 'reading HTML, beside htmlparser2 [folder with HTML files]',
  fetch:
    'fetching pages and hearing that they are unchanged, beside plain undici and bare sockets [pages] [concurrency]',
  crawl:
    'a whole site, beside other crawlers [--rounds N] [--only a,b] [--generated] [--install-peers] [--json]',
  ftp: 'an FTP tree, fetched whole and brought up to date, beside lftp and wget [--files N] [--rounds N] [--json]',
  scale: 'a frontier of a million URLs beside one of 10,000 [--urls N] [--pages N] [--rounds N] [--json]',
  fingerprint: 'fingerprints of texts, and queries among a million of them [--size N] [--json]',
  'fingerprint-settings':
    'how well the settings tell near-duplicates [--applications N] [--pages DIR] [--vary DIR] [--mistakes] [--json]',
  'states-quality':
    'missed and duplicate states of the test applications, beside plain equality of documents [--only WORDS] [--setting structure] [--states N] [--plain-seconds N] [--tags] [--json]',
  states: 'states a minute of an application, with 1, 2 and 4 visitors at once [--contexts N,...] [--json]',
  'states-stability':
    'whether test applications give the same graph each time on a busy machine [--only WORDS,...] [--times N] [--busy N] [--states N]',
  'states-replay':
    'whether replaying a setting on recorded test applications gives the graph of a real exploration [--only WORDS,...] [--settings "S S"] [--states N]',
  calibrate:
    '10,000 settings on 500 recorded states with 1, 2 and 4 processes, a kill in the middle, the search beside the grid, questions saved [--parts grid,search,questions] [--sites N] [--states N] [--steps N] [--processes N,...] [--sets NAME,...]',
  rules: 'allow and deny rules, beside plain re2js [--json]',
  'detect-table': 'what five detectors find on a small site over twelve visits, as a table',
  detect:
    'detectors: pages with 10 to 100,000 of them, segments per second of each kind, a crawl with 1,000 [--rounds N] [--json]',
  stem: 'the Polish stemmer: which forms of words it joins, beside Snowball [--dictionary FOLDER] [--every N] [--json]',
  track: 'segments, comparing versions, telling noise from change [--json]',
  revisit:
    'a site visited again: 304s beside wget2, without validators, with 1 % changed [--rounds N] [--json]',
  budgets:
    'large and hostile pages at their second visit: time, memory, growth [--kind NAME] [--sizes MB,...] [--drawn] [--json]',
  'track-compare':
    'generated sites visited several times by Tidemark and other monitors; or one of them served for any monitor [--from N] [--seeds N] [--visits N] [--pages N] [--only MONITOR] [--json] [--serve SEED] [--port N]',
  search: 'queries over 100,000 pages on both databases [--pages N] [--json]',
  serve:
    'the server over 100,000 pages and 1,000,000 visits: every list, and 200 readers beside a run [--pages N] [--only sqlite] [--parts lists] [--data DIR] [--database URL] [--json]',
  'serve-memory':
    'resident memory of a server before, during and 20 s after pages of that many paragraphs [--sizes N,...] [--root CHECKOUT] [--json]',
  cluster:
    'workers over one PostgreSQL: 40 slow hosts with 1, 2 and 4 of them, 500 schedules due in a minute, memory and dead rows over a day [--parts hosts,schedules,day] [--hosts N] [--pages N] [--a-project-each] [--schedules N] [--due N] [--minutes N] [--json]',
  soak: 'a day of hourly schedules on fast clocks, on both databases: what grows in memory, handles, connections, rows [--hours N] [--rate N] [--projects N] [--only sqlite,postgres] [--json]',
  web: 'the web interface over 100,000 pages and 1,000,000 visits: server time, script while scrolling, first view [--pages N] [--data DIR] [--only VIEW] [--json]',
  store: 'writing pages to the database [sqlite | URL of a PostgreSQL] [pages] [queued rows]',
};

const fileOf = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));

function list(): void {
  console.log('npm run bench -- <name> [...]\n');
  for (const [name, what] of Object.entries(benchmarks)) {
    if (existsSync(fileOf(name))) console.log(`  ${name.padEnd(21)} ${what}`);
  }
}

function run(name: string, args: readonly string[]): void {
  const facts = machineFacts();
  console.log(args.includes('--json') ? JSON.stringify({ machine: facts }) : `${describeMachine(facts)}\n`);
  const { status } = spawnSync(process.execPath, [fileOf(name), ...args], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

const [name, ...args] = process.argv.slice(2);
if (name !== undefined && Object.hasOwn(benchmarks, name) && existsSync(fileOf(name))) {
  run(name, args);
} else {
  list();
  if (name !== undefined && name !== '--help') {
    console.error(`\nThere is no benchmark "${name}".`);
    process.exitCode = 2;
  }
}
