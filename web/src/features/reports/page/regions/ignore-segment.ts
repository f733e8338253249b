import { queryClient } from '../../../../shared/api/query-client.ts';
import { harmless } from '../before-and-after/harmless.ts';
import { elementOf } from '../before-and-after/mark-changes.ts';
import { selectorOf } from '../before-and-after/selector-of.ts';
import { storedHtmlQuery } from '../before-and-after/stored-html.ts';
import type { PageName, SegmentChange } from '../page-queries.ts';
import { saveRegion } from './save-region.ts';

/** Ignores the location of a change on its page from the next run on. Returns the selector, and a function that undoes it. */
export async function ignoreSegment(
  page: PageName & { readonly url: string },
  { from, to }: { readonly from: number; readonly to: number },
  change: SegmentChange,
): Promise<{ readonly selector: string; readonly undo: () => Promise<void> }> {
  const side = change.flag === 'gone' ? 'before' : 'after';
  const html = await queryClient.fetchQuery(storedHtmlQuery(page, side === 'before' ? from : to));
  const shown = harmless(html ?? '');
  const elements = [...shown.body.querySelectorAll('*')];
  const texts = new Map(
    elements.map((element) => [element, (element.textContent ?? '').replace(/\s+/g, '')]),
  );
  const found = elementOf(change, side, elements, texts);
  if (found === null)
    throw new Error(
      'Its place in the page was not found. Choose it under Regions, or add text to ignore in the settings.',
    );
  const selector = selectorOf(found);
  return { selector, undo: await saveRegion(page.project, { selector, use: 'ignore', url: page.url }) };
}
