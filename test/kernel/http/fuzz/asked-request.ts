import type { Random } from '../../../sites/session-sites/random.ts';
import { hostileBody, hostileTexts, hostileValue } from './hostile-values.ts';

/** What the OpenAPI document says about one endpoint, as far as it is used here. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: 'path' | 'query' }[];
  readonly hasBody: boolean;
}

export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
  readonly type: string | null;
}

type Document = {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly parameters: Operation['parameters'];
            readonly requestBody?: object;
          }
        >
      >
    >
  >;
};

export const operationsIn = ({ paths }: Document): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: name, parameters, requestBody }]) => ({
      name,
      method: method.toUpperCase(),
      path,
      parameters,
      hasBody: requestBody !== undefined,
    })),
  );

/** Things that exist, of the caller and of others, by the name of the parameter; and bodies that are right. */
export interface KnownThings {
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  readonly bodies: Readonly<Record<string, object>>;
}

/** A request that is right but for a part of it; now and then right, and now and then wrong in every part. */
export function strangeRequest(random: Random, operation: Operation, known: KnownThings): AskedRequest {
  const strangeness = random.pick([0.1, 0.4, 0.4, 1]);
  const given = (name: string): string =>
    random.chance(strangeness) ? random.pick(hostileTexts) : random.pick(known.parameters[name] ?? ['1']);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath(given(name)));
  const query = operation.parameters
    .filter((each) => each.in === 'query' && random.chance(0.5))
    .flatMap(({ name }) =>
      Array.from({ length: random.chance(0.1) ? 2 : 1 }, () => [name, given(name)] as const),
    );
  if (random.chance(0.1)) query.push([random.pick(hostileTexts), random.pick(hostileTexts)]);
  const asked = query.map(([name, value]) => `${inPath(name)}=${inPath(value)}`).join('&');
  const address = asked === '' ? path : `${path}?${asked}`;
  const { method } = operation;
  if (method === 'GET') return { method, path: address, body: null, type: null };
  if (!operation.hasBody && random.chance(0.7)) return { method, path: address, body: null, type: null };
  if (random.chance(strangeness / 2)) {
    const { type, text } = hostileBody(random);
    return { method, path: address, body: text, type };
  }
  const right = { ...known.bodies[operation.name] } as Record<string, unknown>;
  for (const key of Object.keys(right)) {
    if (!random.chance(strangeness)) continue;
    if (random.chance(0.3)) delete right[key];
    else right[key] = hostileValue(random);
  }
  if (random.chance(strangeness / 2)) right[random.pick(hostileTexts)] = hostileValue(random);
  return { method, path: address, body: JSON.stringify(right), type: 'application/json' };
}

/** Half of a surrogate pair cannot be written in an address: it is sent as the bytes that it would have. */
function inPath(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
}
