import { useSyncExternalStore } from 'react';
import { exactTime, fromNow } from '../words/moment.ts';

const followers = new Set<() => void>();
let ticks = 0;
setInterval(() => {
  ticks++;
  for (const tell of followers) tell();
}, 30_000);

const follow = (tell: () => void) => {
  followers.add(tell);
  return () => followers.delete(tell);
};

/** A moment in words; pointing at it shows it exactly. */
export function When({ at }: { readonly at: string }) {
  useSyncExternalStore(follow, () => ticks);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {fromNow(at, Date.now())}
    </time>
  );
}
