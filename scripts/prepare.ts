/**
 * After `npm install`: builds, so that `import 'tidemark'` works in the checkout. The first `npx tidemark` also comes
 * here; it runs from source and needs no build, and if one failed npm would leave a half-made cache behind for good.
 */
if (process.env['npm_command'] !== 'exec') await import('./build.ts');
