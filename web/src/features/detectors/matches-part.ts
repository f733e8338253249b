import { api } from '../../shared/api/api.ts';

/** As many as one reads before one goes to the next run. */
const PART = 10;

/** Matches of a run, the first of them or those after a place. */
export const matchesPart = (project: string, run: number, after: string) =>
  api.listMatches({ project, run, limit: PART, ...(after !== '' && { after }) });
