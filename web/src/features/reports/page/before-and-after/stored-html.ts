import { queryOptions } from '@tanstack/react-query';
import type { PageName } from '../page-queries.ts';

/** Where a version of a page is stored. */
export const storedAddress = ({ project, file }: PageName, run: number): string =>
  `/api/projects/${encodeURIComponent(project)}/files/${file}?run=${run}`;

/** The HTML of a version as text; null when it is something else. */
export const storedHtmlQuery = (page: PageName, run: number) =>
  queryOptions({
    queryKey: ['project', page.project, 'page', page.file, 'html', run],
    queryFn: async ({ signal }) => {
      const answer = await fetch(storedAddress(page, run), { signal });
      if (!answer.ok) throw new Error(`The stored page could not be read (${answer.status}).`);
      const type = answer.headers.get('content-type') ?? '';
      return /html/i.test(type) ? decoded(new Uint8Array(await answer.arrayBuffer()), type) : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** By the header, then by what the page says of itself, else as UTF-8. */
function decoded(bytes: Uint8Array, type: string): string {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const [, said = 'utf-8'] =
    /charset=["']?([\w-]+)/i.exec(type) ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(beginning) ?? [];
  try {
    return new TextDecoder(said).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
