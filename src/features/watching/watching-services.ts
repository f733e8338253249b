import type { ServicesOf } from '../../http/services.ts';
import type { watchingEndpoints } from './watching-endpoints.ts';

export function watchingServices(): ServicesOf<typeof watchingEndpoints> {
  return {
    draftProject: async ({ body: { url, onlyPage, every, notify } }) => {
      const { draftWatch } = await import('./draft-watch.ts');
      const { name, text } = draftWatch({ url, onlyPage, every, notify, detectors: [] });
      return { name, file: text };
    },
  };
}
