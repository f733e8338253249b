import type { EndpointTable } from './contract/endpoint.ts';
import type { Asking } from './services.ts';

type AnyService = (given: object, asking: Asking) => Promise<unknown>;

/**
 * The services that answer with JSON, with what a client of the API would get: the contract has written their times and hashes.
 * For those who call services in this process.
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
