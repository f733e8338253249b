/** Builds the views of exported files, in a process of its own: in those of tests, React would be built for development. */
import { buildExported } from '../../web/build/build-exported.ts';

await buildExported(process.argv[2] ?? '');
