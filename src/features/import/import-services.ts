import type { ServicesOf } from '../../http/services.ts';
import type { importEndpoints } from './import-endpoints.ts';

/** Room for the settings of some thousand watches, unpacked; pages are not read. */
const LARGEST_BACKUP = 32 * 1024 * 1024;

export function importServices(): ServicesOf<typeof importEndpoints> {
  return {
    importWatches: async ({ body: { from, watches, form, settings = null, every } }) => {
      const { importUrlwatch } = await import('./urlwatch/import-urlwatch.ts');
      const { backupFiles, importChangedetection } = await import(
        './changedetection/import-changedetection.ts'
      );
      const { importedFiles } = await import('./imported-files.ts');
      const { readArchive } = await import('./read-archive.ts');
      const filesOfBackup = async () =>
        form === 'text'
          ? new Map([['url-watches.json', watches]])
          : readArchive(
              { name: 'the backup', bytes: Buffer.from(watches, 'base64'), largestSum: LARGEST_BACKUP },
              backupFiles,
            );
      const all =
        from === 'urlwatch'
          ? importUrlwatch({ jobs: watches, settings, every })
          : importChangedetection(await filesOfBackup());
      return {
        watches: importedFiles(all).map(({ watch, url, file, fates, secrets }) => ({
          watch,
          url,
          file: file?.text ?? null,
          settings: fates,
          secrets: secrets.map(({ name }) => name),
        })),
        settings: all.fates,
      };
    },
  };
}
