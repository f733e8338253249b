export { type ApiServerParts, apiServer } from './api-server.ts';
export { type Caller, type Gate, type Knock, type Refusal, unknownToCaller } from './gate.ts';
export type { ApiServices, Asking, SentBytes, SentEvent, Service } from './services.ts';
