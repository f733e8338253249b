import { readForComparison } from '../../../../src/document/index.ts';
import type { ComparableContent } from '../../../../src/fingerprint/index.ts';
import { makeApplication } from './application.ts';
import { planPages } from './plan-pages.ts';
import { randomOf } from './random.ts';
import { render, type Style } from './styles/style.ts';

/** A page of an application. */
export interface LabelledContent {
  /** Pages of one state have the same functions. */
  readonly state: string;
  /** Pages of one record have the same text. */
  readonly record: string;
  /** Whether it is the page before once more, with other noise. */
  readonly isTwin: boolean;
  readonly content: ComparableContent;
}

export interface PageGroup {
  readonly name: string;
  readonly pages: readonly LabelledContent[];
}

/** All pages of a made-up application in one style, each twice with other noise. */
export function generatedPages(style: Style, seed: number): PageGroup {
  const application = makeApplication(seed);
  const noise = randomOf(31 * seed + 7);
  const pages = planPages(application, seed).flatMap(({ state, plan }, i) =>
    [false, true].map((isTwin) => ({
      state,
      record: `${state} ${i}`,
      isTwin,
      content: readForComparison(Buffer.from(render(style, application, plan, noise))),
    })),
  );
  return { name: style.name, pages };
}
