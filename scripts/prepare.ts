/**
 * After `npm install`: builds, so that `import 'tidemark'` works in the checkout. The first `npx tidemark` also runs this
 * script; it runs from source and needs no build, and if a build failed npm would keep a broken cache for good.
 */
if (process.env['npm_command'] !== 'exec') await import('./build.ts');
