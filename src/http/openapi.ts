import { z } from 'zod';
import type { Answer, Endpoint, EndpointTable } from './contract/endpoint.ts';
import { problem } from './contract/values.ts';

const written = (schema: z.ZodType, io: 'input' | 'output'): object => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
};

/** The description of the API, made from the same table by which the server answers. */
export function openApi(
  endpoints: EndpointTable,
  version: string,
): { readonly openapi: string } & Record<string, unknown> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidemark',
      version,
      description: 'What changed on sites, and everything that is kept of them.',
    },
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: written(problem, 'output') },
    },
    paths,
  };
}

function operation(name: string, { says, access, params, query, body, answer }: Endpoint): object {
  return {
    operationId: name,
    summary: says,
    'x-access': access,
    ...(access.role === 'anonymous' && { security: [] }),
    parameters: [...parameters(params, 'path'), ...parameters(query, 'query')],
    ...(body !== undefined && {
      requestBody: { content: { 'application/json': { schema: written(body, 'input') } } },
    }),
    responses: {
      [statusOf(answer)]: { description: 'It went well.', ...contentOf(answer) },
      default: {
        description: 'It did not; `code` says why.',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

function parameters(schema: z.ZodObject | undefined, where: 'path' | 'query'): readonly object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path' || !(value as z.ZodType).safeParse(undefined).success,
    schema: written(value as z.ZodType, 'input'),
  }));
}

function statusOf(answer: Answer): string {
  if (answer.kind === 'json') return String(answer.status);
  if (answer.kind === 'redirect') return '303';
  return answer.kind === 'nothing' ? '204' : '200';
}

function contentOf(answer: Answer): object {
  switch (answer.kind) {
    case 'json':
      return { content: { 'application/json': { schema: written(answer.schema, 'output') } } };
    case 'events':
      return { content: { 'text/event-stream': { schema: written(answer.schema, 'output') } } };
    case 'bytes':
      return { content: Object.fromEntries(answer.types.map((type) => [type, {}])) };
    case 'nothing':
    case 'protocol':
    case 'redirect':
      return {};
  }
}
