import { z } from 'zod';
import { type Endpoint, everywhere } from './endpoint.ts';

export const serverEndpoints = {
  isAlive: {
    method: 'GET',
    path: '/healthz',
    says: 'Says that the process answers.',
    access: everywhere('anonymous', 'read'),
    answer: { kind: 'json', status: 200, schema: z.object({ isAlive: z.literal(true) }) },
  },
  isReady: {
    method: 'GET',
    path: '/readyz',
    says: 'Says whether the database answers; 503 when it does not, or when the server is about to stop.',
    access: everywhere('anonymous', 'read'),
    answer: { kind: 'json', status: 200, schema: z.object({ isReady: z.literal(true) }) },
  },
  showMetrics: {
    method: 'GET',
    path: '/metrics',
    says: 'Figures about the server and its runs, in the text format of Prometheus. `TIDEMARK_OPEN_METRICS` lets everybody read them.',
    access: everywhere('administrator', 'read'),
    answer: { kind: 'bytes', types: ['text/plain'] },
  },
  describeApi: {
    method: 'GET',
    path: '/api/openapi.json',
    says: 'Describes everything that can be asked, as an OpenAPI document.',
    access: everywhere('anonymous', 'read'),
    answer: { kind: 'json', status: 200, schema: z.looseObject({ openapi: z.string() }) },
  },
  showTryPage: {
    method: 'GET',
    path: '/api/',
    says: 'A page to try the API in a browser.',
    access: everywhere('anonymous', 'read'),
    answer: { kind: 'bytes', types: ['text/html'] },
  },
  showTryPart: {
    method: 'GET',
    path: '/api/try/:part',
    says: 'The script and the style of that page.',
    access: everywhere('anonymous', 'read'),
    params: z.object({ part: z.enum(['script.js', 'style.css']) }),
    answer: { kind: 'bytes', types: ['text/javascript', 'text/css'] },
  },
  talkToAssistant: {
    method: 'POST',
    path: '/mcp',
    says: 'Model Context Protocol, for AI assistants: search, read a page, what changed, explain. It only reads.',
    access: everywhere('reader', 'read'),
    body: z.unknown(),
    answer: { kind: 'protocol', name: 'Model Context Protocol' },
  },
} as const satisfies Record<string, Endpoint>;
