import { ExtensionPoint } from '../../base/index.ts';
import type { Store } from '../../database/store.ts';

interface SpareTime {
  readonly threads: number;
  /** Aborting ends the work after what is under way. */
  readonly signal: AbortSignal;
  /** Called with the name of the set of a calibration that is helped with. */
  readonly onBegin: (set: string) => void;
}

/** What a worker does while it could take another run: it tries settings of calibrations. Returns how many, by set. */
export const spareWork = new ExtensionPoint<
  | ((
      store: Pick<Store, 'calibrations'>,
      time: SpareTime,
    ) => Promise<readonly { readonly set: string; readonly settings: number }[]>)
  | null
>('work for spare time');
