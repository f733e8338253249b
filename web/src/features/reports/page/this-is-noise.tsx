import { useMutation } from '@tanstack/react-query';
import { account, isAtLeast } from '../../../shared/api/account.ts';
import { useObserved } from '../../../shared/api/observed-value.ts';
import { problemWords } from '../../../shared/api/problem-words.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { sayDone, sayFailed } from '../../../shared/ui/toast-queue.ts';
import type { PageDiff, SegmentChange } from './page-queries.ts';

const tell = (error: unknown): void => sayFailed(problemWords(error).detail);

/** For a change of no interest: its place is ignored on this page. */
export function ThisIsNoise({ diff, change }: { readonly diff: PageDiff; readonly change: SegmentChange }) {
  const role = useObserved(account)?.role ?? 'reader';
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { ignoreSegment } = await import('./regions/ignore-segment.ts');
      return ignoreSegment(diff, { from: diff.from.run, to: diff.to.run }, change);
    },
    onSuccess: ({ selector, undo }) =>
      sayDone(`${selector} is ignored on this page from the next run on.`, () => void undo().catch(tell)),
    onError: tell,
  });
  if (!isAtLeast(role, 'editor')) return null;
  return (
    <Button look="bare" isPending={isPending} onPress={() => mutate()}>
      This is noise
    </Button>
  );
}
