import type { PageLife } from './page-life.ts';

/** The life of a page for programs. */
export function lifeJson({ visits, ...life }: PageLife): object {
  return { ...life, visits: visits.map((visit) => ({ ...visit, at: new Date(visit.at).toISOString() })) };
}
