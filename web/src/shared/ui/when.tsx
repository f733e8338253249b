import { useSyncExternalStore } from 'react';
import { exactTime, fromNow } from '../words/moment.ts';

const followers = new Set<() => void>();
let minute = Date.now();
setInterval(() => {
  minute = Date.now();
  for (const tell of followers) tell();
}, 30_000);

const follow = (tell: () => void) => {
  followers.add(tell);
  return () => followers.delete(tell);
};

/** A moment in words; pointing at it shows it exactly. */
export function When({ at }: { readonly at: string }) {
  const now = useSyncExternalStore(follow, () => minute);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {fromNow(at, Math.max(now, Date.now() - 30_000))}
    </time>
  );
}
