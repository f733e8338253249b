import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Application, Place } from './application.ts';
import { GitRepositories } from './git-repositories.ts';
import { startCgi } from './tools/cgi-server.ts';
import { needDebian } from './tools/packages.ts';

/** The same repositories with other addresses (semicolons) and other ages ("17 min ago"). */
export function gitweb(place: Place): Application {
  const { folder, origin } = place;
  const repositories = new GitRepositories(place);
  return {
    name: 'gitweb',
    project: {
      // All its pages ask robots to follow no link.
      crawl: { nofollow: 'follow' },
      rules: [
        { allow: String.raw`/\?p=[^;]+;a=(summary|log|shortlog|heads|tags|tree)$` },
        { allow: ';a=commit;h=[0-9a-f]+$' },
        { deny: String.raw`/\?` },
        { default: 'allow' },
      ],
    },

    async install() {
      await needDebian('git', 'gitweb');
      await mkdir(repositories.served, { recursive: true });
      await writeFile(
        join(folder, 'gitweb.conf'),
        `our $projectroot = "${repositories.served}";\nour $site_name = "Harbour code";\nour $my_uri = "/";\nour $my_url = "${origin}/";\n1;\n`,
      );
    },

    start: () =>
      startCgi(place, {
        program: '/usr/share/gitweb/gitweb.cgi',
        environment: { GITWEB_CONFIG: join(folder, 'gitweb.conf'), HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
      }),

    fill: () => repositories.create(),

    async edit(visit) {
      const { repository, hash, what } = await repositories.edit(visit);
      const at = (rest: string) => `${origin}/?p=${repository}.git;a=${rest}`;
      if (visit === 4) await repositories.tag(repository, 'v1.0');
      return [
        {
          what: `a commit in ${repository}: ${what}`,
          shows: {
            [at('summary')]: 'UPD',
            [at('shortlog')]: 'UPD',
            [at('log')]: 'UPD',
            [at(`commit;h=${hash}`)]: 'NEW',
          },
        },
      ];
    },
  };
}
