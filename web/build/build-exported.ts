import { join } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** The files that commands write with `--html` and `--export`; each is a view in `web/src/exported`. */
const views = ['calibration', 'diff', 'report', 'states'];

/** Builds each view as one script and one style sheet, which the program writes into the file together with the data. */
export async function buildExported(outDir: string): Promise<void> {
  for (const view of views)
    await build({
      configFile: false,
      root: join(import.meta.dirname, '..'),
      logLevel: 'warn',
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [react(), { ...optimizeLocales.vite({ locales: ['en-GB', 'en-US'] }), enforce: 'pre' }],
      build: {
        outDir,
        emptyOutDir: false,
        cssCodeSplit: false,
        modulePreload: false,
        license: { fileName: `${view}-licences.txt` },
        reportCompressedSize: false,
        chunkSizeWarningLimit: 2000,
        lib: {
          entry: `src/exported/${view}.tsx`,
          formats: ['iife'],
          name: 'exported',
          fileName: () => `${view}.js`,
          cssFileName: view,
        },
      },
    });
}
