import { FetchError, type FetchResult, type HttpSession, type PageRenderer } from '../../fetch/index.ts';
import type { Flag } from '../../track/index.ts';
import { isHtmlAnswer } from './rendered-answer.ts';

/** Of which pages pictures are kept: of none, of those that are new or have changed, or of all at every visit. */
type PictureChoice = 'none' | 'changed' | 'all';

interface PagePicturesOptions {
  readonly renderer: Pick<PageRenderer, 'render'>;
  readonly choice: Exclude<PictureChoice, 'none'>;
}

/** Takes pictures of pages that were fetched. */
export class PagePictures {
  readonly #options: PagePicturesOptions;

  constructor(options: PagePicturesOptions) {
    this.#options = options;
  }

  /** PNG; null when none is wanted, or the page cannot be shown: then its text still counts. Throws when there is no browser. */
  async take(answer: FetchResult, flag: Flag | null, session: HttpSession): Promise<Uint8Array | null> {
    const { renderer, choice } = this.#options;
    const isWanted = flag === 'NEW' || flag === 'UPD' || (choice === 'all' && flag === 'SAM');
    if (!isWanted || answer.status !== 200 || !isHtmlAnswer(answer)) return null;
    try {
      return (await renderer.render(answer.source ?? answer, { session, picture: true })).picture;
    } catch (error) {
      if (error instanceof FetchError && error.code === 'FETCH_RENDERING_FAILED') return null;
      throw error;
    }
  }
}
