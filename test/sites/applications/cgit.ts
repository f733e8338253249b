import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Application, Place } from './application.ts';
import { GitRepositories } from './git-repositories.ts';
import { startCgi } from './tools/cgi-server.ts';
import { needDebian } from './tools/packages.ts';

/** Git repositories with ages that have no "ago": "17 min.", "3 days". */
export function cgit(place: Place): Application {
  const { folder, origin } = place;
  const repositories = new GitRepositories(place);
  return {
    name: 'cgit',
    project: {
      rules: [{ allow: '^[^?]*$' }, { allow: String.raw`/commit/\?id=[0-9a-f]+$` }, { default: 'deny' }],
    },

    async install() {
      await needDebian('git', 'cgit');
      await mkdir(repositories.served, { recursive: true });
      await writeFile(
        join(folder, 'cgitrc'),
        `virtual-root=/\nroot-title=Harbour code\nrobots=index, follow\nenable-index-links=1\nscan-path=${repositories.served}\n`,
      );
    },

    start: () =>
      startCgi(place, {
        program: '/usr/lib/cgit/cgit.cgi',
        environment: { CGIT_CONFIG: join(folder, 'cgitrc'), GIT_CONFIG_NOSYSTEM: '1', HOME: folder },
      }),

    fill: () => repositories.create(),

    async edit(visit) {
      const { repository, hash, what, changed, removed } = await repositories.edit(visit);
      const at = (path: string) => `${origin}/${repository}.git/${path}`;
      if (visit === 4) await repositories.tag(repository, 'v1.0');
      return [
        {
          what: `a commit in ${repository}: ${what}`,
          shows: {
            [at('')]: 'UPD',
            [at('log/')]: 'UPD',
            [at(`commit/?id=${hash}`)]: 'NEW',
            ...Object.fromEntries(changed.map((file) => [at(`tree/${file}`), 'UPD'])),
            ...Object.fromEntries(removed.map((file) => [at(`tree/${file}`), 'MIS'])),
          },
        },
      ];
    },
  };
}
