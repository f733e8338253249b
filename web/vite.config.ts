import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedBeside } from './build/compressed-beside.ts';
import { endpointLinesPlugin } from './build/endpoint-lines.ts';

export default defineConfig({
  root: import.meta.dirname,
  // The server puts its own in the place of this one, anew for each page.
  html: { cspNonce: '__NONCE__' },
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ['en-GB', 'en-US'] }), enforce: 'pre' },
    endpointLinesPlugin,
    compressedBeside,
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // A data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.txt' },
    reportCompressedSize: false,
    // `npm run web:size` tells what the first load weighs.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // One file instead of 25 small ones for what every view needs first.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4280' } },
});
