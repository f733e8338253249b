import { parseProject } from '../../crawl/projects/project-file.ts';
import { ProjectFileError, writeProjectFile } from '../../project/index.ts';
import type { Fate, ImportedSecret, ImportedWatch, ImportedWatches } from './imported-part.ts';

/** A watch of another program, as a project file that can be run. */
export interface ImportedFile {
  readonly watch: string;
  readonly url: string;
  /** Null when the watch cannot become a project. */
  readonly file: { readonly name: string; readonly text: string; readonly every: string | null } | null;
  readonly fates: readonly Fate[];
  readonly secrets: readonly ImportedSecret[];
}

/** The project files of imported watches. Each is parsed first, so that the written file can be run. */
export function importedFiles({ watches }: ImportedWatches): readonly ImportedFile[] {
  const taken = new Set<string>();
  return watches.map((watch) => {
    const { name, url, project, fates, secrets } = watch;
    if (project === null) return { watch: name, url, file: null, fates, secrets: [] };
    try {
      const text = writeProjectFile(parseProject(JSON.stringify(project, null, 2), { fileName: name }));
      const every =
        typeof project['schedule'] === 'string' ? project['schedule'].replace('every ', '') : null;
      return { watch: name, url, file: { name: fileNameFor(name, taken), text, every }, fates, secrets };
    } catch (error) {
      if (!(error instanceof ProjectFileError)) throw error;
      return { watch: name, url, file: null, fates: [...fates, refused(watch, error)], secrets: [] };
    }
  });
}

const refused = ({ name }: ImportedWatch, error: ProjectFileError): Fate => ({
  what: `the watch "${name}"`,
  became: 'no equal',
  how: `a project cannot have this: ${error.problems[0]?.message ?? error.message}`,
});

function fileNameFor(name: string, taken: Set<string>): string {
  const plain = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  const first = plain === '' ? 'watch' : plain;
  let file = first;
  for (let number = 2; taken.has(file); number++) file = `${first}-${number}`;
  taken.add(file);
  return `${file}.yaml`;
}
