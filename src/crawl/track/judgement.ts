import type { NewVisit } from '../../store/index.ts';

/** What tracking says about a visit: the part of its record that is not about the answer itself. */
export type Judgement = Pick<
  NewVisit,
  'flag' | 'reason' | 'bringsVersion' | 'samples' | 'dueAt' | 'signature'
>;

/** Of something that never was a page of ours: left out, or without a good version so far. */
export const unjudged: Judgement = {
  flag: null,
  reason: null,
  bringsVersion: false,
  samples: null,
  dueAt: null,
  signature: null,
};
