import type { EndpointTable } from './contract/endpoint.ts';
import type { Asking } from './services.ts';

type AnyService = (given: object, asking: Asking) => Promise<unknown>;

/**
 * The services that answer with JSON, for callers in this process. They return what a client of the API gets: the contract formats
 * times and hashes.
 */
export const jsonServices = (endpoints: EndpointTable, services: object): object =>
  Object.fromEntries(
    Object.entries(services as Readonly<Record<string, AnyService>>).flatMap(([name, service]) => {
      const answer = endpoints[name]?.answer;
      if (answer?.kind !== 'json') return [];
      const written: AnyService = async (given, asking) => answer.schema.parse(await service(given, asking));
      return [[name, written]];
    }),
  );
