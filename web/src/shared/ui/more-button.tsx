import { Button } from './button.tsx';

/** Fetches the next part of a list. */
export function MoreButton({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}) {
  if (!hasNextPage) return null;
  return (
    <div className="row">
      <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
        {isFetchingNextPage ? 'Fetching …' : 'Show more'}
      </Button>
    </div>
  );
}
