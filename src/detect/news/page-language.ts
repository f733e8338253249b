import type { DetectorNews } from '../model/page-news.ts';
import { isStemLanguage, type StemLanguage, stemLanguages } from '../stem/stemmers.ts';

/** The language of a page, if it has a stemmer. Found out when somebody asks, and once. */
export class PageLanguage {
  readonly #news: Pick<DetectorNews, 'language'>;
  #number: number | undefined;

  constructor(news: Pick<DetectorNews, 'language'>) {
    this.#news = news;
  }

  get language(): StemLanguage | null {
    return stemLanguages[this.number - 1] ?? null;
  }

  /** 0 for none. */
  get number(): number {
    if (this.#number === undefined) {
      const { language } = this.#news;
      this.#number = language !== null && isStemLanguage(language) ? stemLanguages.indexOf(language) + 1 : 0;
    }
    return this.#number;
  }
}
