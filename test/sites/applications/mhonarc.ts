import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Application, Edit, Place } from './application.ts';
import { startNginx, unpackNginx } from './tools/nginx.ts';
import { needDebian } from './tools/packages.ts';
import { Prose } from './tools/prose.ts';

const run = promisify(execFile);

/** The archive of a mailing list: a new letter changes its neighbours, its thread and the lists. */
export function mhonarc(place: Place): Application {
  const { folder, origin, random } = place;
  const prose = new Prose(random);
  const served = join(folder, 'served');
  const mails = join(folder, 'mails');
  const subjects: string[] = [];
  let count = 0;
  let nginx = '';
  const urlOf = (number: number) => `${origin}/msg${String(number).padStart(5, '0')}.html`;

  const archive = (...args: readonly string[]) =>
    run(
      'mhonarc',
      ['-quiet', '-outdir', served, '-title', 'Harbour list', '-ttitle', 'Harbour list by thread', ...args],
      {
        cwd: folder,
        env: place.clock.environment(),
        maxBuffer: 2 ** 26,
      },
    );
  /** Adds letters, each a reply to the one that is given, or a new thread. */
  const post = async (replies: readonly (number | null)[]): Promise<readonly number[]> => {
    const numbers: number[] = [];
    for (const [place_, parent] of replies.entries()) {
      const number = count++;
      subjects[number] = parent === null ? prose.title() : `Re: ${subjects[parent]?.replace(/^Re: /, '')}`;
      const date = new Date(place.clock.now().getTime() - (replies.length - place_) * 60_000);
      const lines = [
        `From: ${prose.word()} ${prose.word()} <${prose.word()}@example.org>`,
        'To: harbour@example.org',
        `Subject: ${subjects[number]}`,
        `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
        `Message-ID: <letter-${number}@example.org>`,
        ...(parent === null ? [] : [`In-Reply-To: <letter-${parent}@example.org>`]),
        '',
        prose.paragraph(),
        '',
        prose.paragraph(2),
      ];
      await writeFile(join(mails, `${String(number).padStart(5, '0')}`), `${lines.join('\n')}\n`);
      numbers.push(number);
    }
    await archive('-add', ...numbers.map((number) => join(mails, String(number).padStart(5, '0'))));
    return numbers;
  };

  return {
    name: 'mhonarc',
    startPath: '/maillist.html',

    async install() {
      await needDebian('mhonarc');
      nginx = await unpackNginx(join(folder, 'nginx'));
      for (const own of [served, mails]) await mkdir(own, { recursive: true });
    },

    start: () => startNginx(place, nginx, served),

    async fill() {
      const replies: (number | null)[] = [];
      for (let number = 0; number < 40; number++)
        replies.push(number % 4 === 0 ? null : random.below(number));
      await post(replies);
    },

    async edit(visit) {
      const edits: Edit[] = [];
      const parent = random.below(count);
      const added = await post([parent, null]);
      edits.push({
        what: `an answer to letter ${parent}, and a new thread`,
        shows: {
          ...Object.fromEntries(added.map((number) => [urlOf(number), 'NEW' as const])),
          [`${origin}/maillist.html`]: 'UPD',
          [`${origin}/threads.html`]: 'UPD',
          [urlOf(parent)]: 'UPD',
        },
      });
      if (visit % 2 === 1) {
        const gone = visit;
        await archive('-rmm', String(gone));
        edits.push({ what: `letter ${gone} removed`, shows: { [urlOf(gone)]: 'MIS' } });
      }
      return edits;
    },
  };
}
