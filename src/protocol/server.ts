/**
 * The contract between the protocol and what stands behind it. The protocol layer knows no resource: it decodes,
 * calls one of these functions, and encodes the answer. Values are plain: null, boolean, number, string, arrays
 * (list, set, tuple), plain objects (map, object). "Known after apply" is any object that carries the symbol
 * `Symbol.for('slipway.unknown')`; the codec makes its own (keeping refined bytes to echo) and accepts every such object.
 * A number that a float64 cannot hold stays a decimal string on its way in and out.
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export interface Values { readonly [name: string]: unknown }
export type Type = 'string' | 'bool' | 'number' | 'dynamic' | readonly ['list' | 'set' | 'map', Type] | readonly ['object', { readonly [name: string]: Type }] | readonly ['tuple', readonly Type[]];

/** An attribute name, a list index, or a map key. */
export type Step = string | number | { readonly key: string };
export type Path = readonly Step[];

export interface Diagnostic { readonly severity: 'error' | 'warning'; readonly summary: string; readonly detail: string; readonly path?: Path }

export interface SchemaAttribute {
  readonly type?: Type;
  /** Instead of `type`: an object (`single`) or a collection of objects, with attributes of their own. */
  readonly nested?: { readonly nesting: 'single' | 'list' | 'set' | 'map'; readonly attributes: { readonly [name: string]: SchemaAttribute } };
  readonly description: string;
  readonly required?: boolean; readonly optional?: boolean; readonly computed?: boolean;
  readonly sensitive?: boolean; readonly writeOnly?: boolean;
  readonly deprecated?: boolean; readonly deprecationMessage?: string;
}
export interface Schema {
  readonly version: number;
  /** Markdown. */
  readonly description: string;
  readonly deprecated?: boolean; readonly deprecationMessage?: string;
  readonly attributes: { readonly [name: string]: SchemaAttribute };
}
export interface IdentitySchema {
  readonly version: number;
  readonly attributes: { readonly [name: string]: { readonly type: Type; readonly description: string; readonly requiredForImport: boolean } };
}

/** What every call that may wait is given: `signal` fires at StopProvider and when the engine hangs up. */
export interface Calling { readonly signal: AbortSignal }
/** Bytes the engine keeps with an object's state and never shows. */
export type Private = Uint8Array | undefined;
export interface Told { readonly diagnostics: readonly Diagnostic[] }

export interface ResourceServer {
  readonly schema: Schema;
  readonly identity?: IdentitySchema;
  validate(config: Values, about: { readonly writeOnlyAllowed: boolean }): Promise<readonly Diagnostic[]>;
  /** `proposed` null: destroy; `prior` null: create. `planned` null: nothing will be left. */
  plan(given: { prior: Values | null; proposed: Values | null; config: Values | null; private: Private }, calling: Calling):
    Promise<Told & { planned: Values | null; replace: readonly Path[]; private: Private }>;
  /** Never throws after a create succeeded: answers the partial state together with the error. */
  apply(given: { prior: Values | null; planned: Values | null; config: Values | null; private: Private }, calling: Calling):
    Promise<Told & { state: Values | null; private: Private; identity?: Values | null }>;
  /** `state` null in the answer: it is gone. */
  read(given: { state: Values; private: Private; identity?: Values | null }, calling: Calling):
    Promise<Told & { state: Values | null; private: Private; identity?: Values | null }>;
  import(given: { id: string; identity?: Values | null }, calling: Calling):
    Promise<Told & { imported: readonly { type: string; state: Values; private: Private; identity?: Values | null }[] }>;
  /** From the JSON of a state written by schema version `version` to today's values. Called on every read. */
  upgrade(given: { version: number; state: { readonly [name: string]: Json } }): Promise<Told & { state: Values | null }>;
  upgradeIdentity?(given: { version: number; identity: { readonly [name: string]: Json } }): Promise<Told & { identity: Values | null }>;
  /** From another type's state (a `moved` block). `provider` is the source's address. */
  move?(given: { provider: string; type: string; version: number; state: { readonly [name: string]: Json } }): Promise<Told & { state: Values | null; private: Private }>;
}
export interface DataSourceServer {
  readonly schema: Schema;
  validate(config: Values): Promise<readonly Diagnostic[]>;
  read(config: Values, calling: Calling): Promise<Told & { state: Values | null }>;
}
export interface EphemeralServer {
  readonly schema: Schema;
  validate(config: Values): Promise<readonly Diagnostic[]>;
  open(config: Values, calling: Calling): Promise<Told & { result: Values | null; renewAt?: Date; private?: Private }>;
  renew?(given: { private: Private }, calling: Calling): Promise<Told & { renewAt?: Date; private?: Private }>;
  close?(given: { private: Private }, calling: Calling): Promise<Told>;
}
export interface Parameter { readonly name: string; readonly type: Type; readonly description: string; readonly allowNull?: boolean; readonly allowUnknown?: boolean }
export interface FunctionServer {
  readonly summary: string; readonly description: string;
  readonly parameters: readonly Parameter[]; readonly variadic?: Parameter; readonly returns: Type;
  readonly deprecationMessage?: string;
  /** Throws ArgumentFault for what the caller wrote. */
  call(args: readonly unknown[]): unknown;
}
export class ArgumentFault extends Error {
  readonly argument: number;
  constructor(argument: number, message: string) { super(message); this.argument = argument; }
}
export interface ActionServer {
  readonly schema: Schema;
  validate(config: Values): Promise<readonly Diagnostic[]>;
  /** `progress` reaches the person at once. */
  invoke(config: Values, calling: Calling & { progress(message: string): void }): Promise<readonly Diagnostic[]>;
}
/** A list resource (Terraform 1.14): the filters are `schema`; each found object carries its identity and, when asked, its state. */
export interface ListServer {
  readonly schema: Schema;
  validate(config: Values): Promise<readonly Diagnostic[]>;
  list(given: { config: Values; limit: number; includeObject: boolean }, calling: Calling):
    AsyncIterable<Told & { identity: Values; displayName: string; object?: Values }>;
}

export interface Provider {
  readonly version: string;
  readonly schema: Schema;
  readonly resources: { readonly [type: string]: ResourceServer };
  readonly dataSources: { readonly [type: string]: DataSourceServer };
  readonly ephemerals: { readonly [type: string]: EphemeralServer };
  readonly functions: { readonly [name: string]: FunctionServer };
  readonly actions: { readonly [type: string]: ActionServer };
  /** Keyed by the managed resource's type. */
  readonly lists: { readonly [type: string]: ListServer };
  validate(config: Values): Promise<readonly Diagnostic[]>;
  configure(config: Values, engine: { readonly version: string }): Promise<readonly Diagnostic[]>;
  /** StopProvider: no new waits or reads; writes in flight finish. */
  stop(): Promise<void>;
}
