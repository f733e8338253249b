export { serveAssistant } from './serve-assistant.ts';
export { type RunningServer, startServer } from './start-server.ts';
