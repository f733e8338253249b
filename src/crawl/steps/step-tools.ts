import type { FetchResult } from '../../fetch/index.ts';
import type { ScopeDecision } from '../../project/index.ts';
import type { QueuedPage } from '../../store/index.ts';
import type { DocumentLink } from '../document-links.ts';

/** What the step of a project adds to the way of a page through the system. */
export interface StepTools {
  /** A decision against an answer that could not be made before it was there; null when nothing speaks against it. */
  refusal(page: QueuedPage, answer: FetchResult): ScopeDecision | null;
  /** Why a page is looked through for links and not kept; null when it is kept. */
  onlyLookedThrough(page: QueuedPage): string | null;
  /** Where forms of the page lead once they are filled in. Throws what sending one throws. */
  formLinks(answer: FetchResult): Promise<readonly DocumentLink[]>;
}
