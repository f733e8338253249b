export { serveAssistant } from './serve-assistant.ts';
export { type RunningServer, type ServerOptions, startServer } from './start-server.ts';
