export { importedFiles } from './imported-files.ts';
export { readArchive } from './read-archive.ts';
