import type { ProjectDefinition } from './project-schema.ts';

type Step = NonNullable<ProjectDefinition['steps']>[number];

/** The address that a step opens; paths are below the source. A step that opens nothing begins at the source. */
export function addressOf({ source }: ProjectDefinition, { open }: Pick<Step, 'open'>): string {
  return URL.parse(open ?? '', source.url)?.href ?? source.url;
}

/** How messages call a step: `step 2 ("search")`. */
export function nameOfStep({ steps = [] }: Pick<ProjectDefinition, 'steps'>, place: number): string {
  const name = steps[place]?.name;
  return `step ${place + 1}${name === undefined ? '' : ` ("${name}")`}`;
}
