import { z } from 'zod';
import { projectSchema } from './project-schema.ts';

/** The project file as a JSON Schema, with which editors complete and check it while it is written. */
export function projectFileJsonSchema(): Readonly<Record<string, unknown>> {
  return {
    ...z.toJSONSchema(projectSchema, { io: 'input', target: 'draft-2020-12' }),
    title: 'Tidemark project',
  };
}
