export { type ApiServerParts, apiServer } from './api-server.ts';
export type { Caller, Gate, Knock, Refusal } from './gate.ts';
export type { ApiServices, Asking, SentBytes, SentEvent, Service } from './services.ts';
