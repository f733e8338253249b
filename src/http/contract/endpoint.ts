import { z } from 'zod';

/** What a caller must be at least. Each role may also do what the ones before it may. */
const roles = ['anonymous', 'reader', 'editor', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** Who may call an endpoint. There is no default: an endpoint that says nothing does not compile. */
export interface Access {
  readonly role: Role;
  /** `of the path`: the role counts in the project that the path names; for others that project does not exist. */
  readonly project: 'of the path' | 'none';
  /** The scope that a token must have. `none`: no token is accepted, only a user who is logged in. */
  readonly scope: 'read' | 'write' | 'admin' | 'none';
}

/** What comes back: JSON of this shape, nothing, bytes of one of these types, a stream of server-sent events, or another address. */
export type Answer =
  | { readonly kind: 'json'; readonly status: 200 | 201 | 202; readonly schema: z.ZodType }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'bytes'; readonly types: readonly string[] }
  | { readonly kind: 'events'; readonly schema: z.ZodType }
  | { readonly kind: 'redirect' }
  /** Another protocol over the same connection. */
  | { readonly kind: 'protocol'; readonly name: string };

/** A schema, or the properties of an object. */
export type SchemaOrShape = z.ZodType | z.ZodRawShape;
type SchemaOf<S extends SchemaOrShape> = S extends z.ZodType
  ? S
  : z.ZodObject<S extends z.ZodRawShape ? S : never>;

export const schemaOf = <S extends SchemaOrShape>(given: S): SchemaOf<S> =>
  (given instanceof z.ZodType ? given : z.object(given)) as SchemaOf<S>;

export const json = <S extends SchemaOrShape>(answer: S, status: 200 | 201 | 202 = 200) =>
  ({ kind: 'json', status, schema: schemaOf(answer) }) as const;

/** One operation of the server, as data: the server, its description and its client are made from it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters are written `:name`. */
  readonly path: string;
  /** One sentence for people. */
  readonly says: string;
  readonly access: Access;
  /** The parameters of the path. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: Answer;
  /** Its name in the audit log; left out where nothing is changed, or where the change itself writes its line. */
  readonly noted?: string;
  /**
   * `liveness`: monitoring calls it all day long; it is answered at once, without a check of credentials. `monitoring`: as often, but by
   * callers with rights.
   */
  readonly purpose?: 'liveness' | 'monitoring';
}

export type EndpointTable = Readonly<Record<string, Endpoint>>;

type Given<T, Whole> = T extends z.ZodType ? Whole : Record<never, never>;

/** What a caller writes: values with a default may be left out. */
export type AskedOf<E extends Endpoint> = Given<E['params'], z.input<NonNullable<E['params']>>> &
  Given<E['query'], z.input<NonNullable<E['query']>>> &
  Given<E['body'], { readonly body: z.input<NonNullable<E['body']>> }>;

/** What a service gets: checked, with defaults filled in. */
export type GivenTo<E extends Endpoint> = Given<E['params'], z.output<NonNullable<E['params']>>> &
  Given<E['query'], z.output<NonNullable<E['query']>>> &
  Given<E['body'], { readonly body: z.output<NonNullable<E['body']>> }>;

type SchemaIn<A> = A extends { readonly kind: 'json'; readonly schema: infer S extends z.ZodType }
  ? S
  : z.ZodUndefined;

/** What a service answers with; undefined where there is no JSON. What the schema does not name is left out. */
export type ResultOf<E extends Endpoint> = z.input<SchemaIn<E['answer']>>;

/** The JSON of an answer; undefined where there is none. */
export type JsonOf<E extends Endpoint> = z.output<SchemaIn<E['answer']>>;

/** For things that only those with a role in their project may see or do. */
export const inProject = (role: Role, scope: Access['scope']): Access => ({
  role,
  project: 'of the path',
  scope,
});

/** For everything else. */
export const everywhere = (role: Role, scope: Access['scope']): Access => ({ role, project: 'none', scope });
