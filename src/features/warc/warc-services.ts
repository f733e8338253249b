import { packageFacts } from '../../config/index.ts';
import { projectCalled, runCalled } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import type { warcEndpoints } from './warc-endpoints.ts';

export function warcServices({ store }: ServiceContext): ServicesOf<typeof warcEndpoints> {
  return {
    exportRun: async ({ project: name, run: number }) => {
      const run = await runCalled(store, await projectCalled(store, name), number);
      const { warcOfRun } = await import('./export-warc.ts');
      const filename = `${name}-${number}.warc.gz`;
      const software = `Tidemark/${packageFacts().version}`;
      const body = warcOfRun(store, run.id, { software, gzip: true, filename });
      return { type: 'application/warc', body, etag: null, lastModified: null, policy: 'data' };
    },
  };
}
