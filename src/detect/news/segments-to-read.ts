import type { Segment } from '../../document/index.ts';
import type { ReadSegment } from '../model/condition.ts';
import type { NewsSegment } from '../model/page-news.ts';
import type { SegmentReading } from '../words/segment-reading.ts';

/** The segments of a page, made ready for detectors when one asks for them: the index rules out nearly all of them. */
export class SegmentsToRead {
  readonly #news: readonly NewsSegment[];
  readonly #read: (text: string) => SegmentReading;
  readonly #made: ReadSegment[] = [];
  #list: readonly ReadSegment[] | undefined;

  constructor(news: readonly NewsSegment[], read: (text: string) => SegmentReading) {
    this.#news = news;
    this.#read = read;
  }

  at(place: number): ReadSegment {
    const known = this.#made[place];
    if (known !== undefined) return known;
    const made = new SegmentToRead(this.#news[place] as NewsSegment, this.#read);
    this.#made[place] = made;
    return made;
  }

  list(): readonly ReadSegment[] {
    this.#list ??= this.#news.map((_, place) => this.at(place));
    return this.#list;
  }
}

class SegmentToRead implements ReadSegment {
  readonly segment: Segment;
  readonly isUnread: boolean;
  readonly counterpart: Segment | null;
  readonly label: () => string | null;
  readonly surroundings: () => string | null;
  readonly #read: (text: string) => SegmentReading;
  #reading: SegmentReading | undefined;

  constructor(news: NewsSegment, read: (text: string) => SegmentReading) {
    this.segment = news.segment;
    this.isUnread = news.isUnread;
    this.counterpart = news.counterpart;
    this.label = news.label;
    this.surroundings = news.surroundings;
    this.#read = read;
  }

  get reading(): SegmentReading {
    this.#reading ??= this.#read(this.segment.text);
    return this.#reading;
  }
}
