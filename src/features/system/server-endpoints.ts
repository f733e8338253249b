import { z } from 'zod';
import { type Endpoint, everywhere, json } from '../../http/contract/endpoint.ts';

export const serverEndpoints = {
  isAlive: {
    method: 'GET',
    path: '/healthz',
    says: 'Says that the process answers.',
    access: everywhere('anonymous', 'read'),
    answer: json({ isAlive: z.literal(true) }),
    purpose: 'liveness',
  },
  isReady: {
    method: 'GET',
    path: '/readyz',
    says: 'Says whether the database answers, all background tasks work and no thread is stuck; 503 when not, or when the server is about to stop.',
    access: everywhere('anonymous', 'read'),
    answer: json({ isReady: z.literal(true) }),
    purpose: 'liveness',
  },
  showMetrics: {
    method: 'GET',
    path: '/metrics',
    says: 'Figures about the server and its runs, in the text format of Prometheus. `TIDEMARK_OPEN_METRICS` lets everybody read them.',
    access: everywhere('administrator', 'read'),
    answer: { kind: 'bytes', types: ['text/plain'] },
    purpose: 'monitoring',
  },
  describeApi: {
    method: 'GET',
    path: '/api/openapi.json',
    says: 'Describes everything that can be asked, as an OpenAPI document.',
    access: everywhere('anonymous', 'read'),
    answer: json(z.looseObject({ openapi: z.string() })),
  },
  showTryPage: {
    method: 'GET',
    path: '/api/',
    says: 'A page to try the API in a browser.',
    access: everywhere('anonymous', 'read'),
    answer: { kind: 'bytes', types: ['text/html'] },
  },
  showPagePart: {
    method: 'GET',
    path: '/page/:part',
    says: 'The script and the style of this page.',
    access: everywhere('anonymous', 'read'),
    params: z.object({ part: z.enum(['try.css', 'try.js']) }),
    answer: { kind: 'bytes', types: ['text/javascript', 'text/css'] },
  },
} as const satisfies Record<string, Endpoint>;
