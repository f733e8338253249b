export { apiServer } from './api-server.ts';
export type { Caller, Gate, Knock } from './gate.ts';
export type { ApiServices, Asking, SentBytes, SentEvent } from './services.ts';
