import { z } from 'zod';
import { type Endpoint, everywhere } from '../../http/contract/endpoint.ts';

export const assistantEndpoints = {
  talkToAssistant: {
    method: 'POST',
    path: '/mcp',
    says: 'Model Context Protocol, for AI assistants: search, read a page, what changed, explain. It only reads.',
    access: everywhere('reader', 'read'),
    body: z.unknown(),
    answer: { kind: 'protocol', name: 'Model Context Protocol' },
  },
} as const satisfies Record<string, Endpoint>;
