import { dirname, resolve } from 'node:path';
import type { Plugin } from 'rolldown';

/**
 * `const { a } = await import('../folder/index.ts')` would load everything that the folder exports. Here it imports a virtual
 * module that exports `a` alone, so that the bundler leaves out the rest.
 */
export const onlyWhatIsAskedFor: Plugin = {
  name: 'only what is asked for',
  transform: {
    filter: { id: /[\\/]src[\\/]/, code: /await import\(/ },
    handler: (code, id) =>
      code.replace(
        /const \{([^}]*)\} = await import\('([^']*\/index\.ts)'\)/g,
        (_, names: string, index: string) =>
          `const {${names}} = await import('offer:${names.replace(/\s/g, '')}:${resolve(dirname(id), index)}')`,
      ),
  },
  resolveId: { filter: { id: /^offer:/ }, handler: (id) => id },
  load: {
    filter: { id: /^offer:/ },
    handler(id) {
      const [, names, index] = /^offer:([^:]*):(.*)$/.exec(id) ?? [];
      return { code: `export { ${names} } from '${index}';`, moduleSideEffects: false };
    },
  },
};
