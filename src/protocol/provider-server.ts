/**
 * The contract between the protocol layer and the provider. The protocol layer has no knowledge of resources: it decodes a request, calls
 * one of these functions, and encodes the response. Values are plain: null, boolean, number, string, arrays (list, set, tuple), plain
 * objects (map, object). "Known after apply" is any object that carries the symbol `Symbol.for('slipway.unknown')`; the codec creates its
 * own (keeping refined bytes, to return them) and accepts every such object. A number that a float64 cannot hold stays a decimal string on
 * its way in and out.
 */
import type { AttributePath } from '@slipway/declarations/attribute-path';
import type { BlockSchema, CtyType, IdentitySchema } from '@slipway/declarations/block-schema';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export interface ProtocolValues {
  readonly [name: string]: unknown;
}
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  readonly summary: string;
  readonly detail: string;
  readonly path?: AttributePath;
}

/**
 * What every call that may wait is given: `signal` fires at StopProvider and when the engine hangs up, `abandoned` only then (a second
 * Ctrl-C ends the engine). Without `abandoned` there is no difference.
 */
export interface CallContext {
  readonly signal: AbortSignal;
  readonly abandoned?: AbortSignal;
  /** Whether the engine takes a deferral as the answer. */
  readonly deferralAllowed?: boolean;
}
/**
 * An answer that may be put off to a later run, where `deferralAllowed`: something of the provider's configuration, or of that of the
 * object, is not known yet.
 */
export interface Deferrable {
  readonly deferred?: 'provider-config-unknown' | 'resource-config-unknown';
}
/** Bytes the engine keeps with an object's state and never shows. */
export type PrivateState = Uint8Array | undefined;
export interface WithDiagnostics {
  readonly diagnostics: readonly Diagnostic[];
}

export interface ResourceServer {
  readonly schema: BlockSchema;
  readonly identity?: IdentitySchema;
  validate(config: ProtocolValues, about: { readonly writeOnlyAllowed: boolean }): Promise<readonly Diagnostic[]>;
  /** `proposed` null: destroy; `prior` null: create. `planned` null: the object will not exist. */
  plan(
    input: { prior: ProtocolValues | null; proposed: ProtocolValues | null; config: ProtocolValues | null; private: PrivateState },
    call: CallContext,
  ): Promise<WithDiagnostics & Deferrable & { planned: ProtocolValues | null; replace: readonly AttributePath[]; private: PrivateState }>;
  /** Never throws after a create succeeded: answers the partial state together with the error. */
  apply(
    input: { prior: ProtocolValues | null; planned: ProtocolValues | null; config: ProtocolValues | null; private: PrivateState },
    call: CallContext,
  ): Promise<WithDiagnostics & { state: ProtocolValues | null; private: PrivateState; identity?: ProtocolValues | null }>;
  /** `state` null in the response: the object does not exist any more. */
  read(
    input: { state: ProtocolValues; private: PrivateState; identity?: ProtocolValues | null },
    call: CallContext,
  ): Promise<WithDiagnostics & Deferrable & { state: ProtocolValues | null; private: PrivateState; identity?: ProtocolValues | null }>;
  /** The configuration of a state that was imported: null where nothing is written. */
  generate(state: ProtocolValues): ProtocolValues;
  import(
    input: { id: string; identity?: ProtocolValues | null },
    call: CallContext,
  ): Promise<
    WithDiagnostics &
      Deferrable & {
        imported: readonly { type: string; state: ProtocolValues; private: PrivateState; identity?: ProtocolValues | null }[];
      }
  >;
  /** Upgrades a state in JSON of schema version `version` to the current schema. Called on every read. */
  upgrade(input: {
    version: number;
    state: { readonly [name: string]: JsonValue };
  }): Promise<WithDiagnostics & { state: ProtocolValues | null }>;
  upgradeIdentity?(input: {
    version: number;
    identity: { readonly [name: string]: JsonValue };
  }): Promise<WithDiagnostics & { identity: ProtocolValues | null }>;
  /**
   * Converts the state of another type (a `moved` block). `provider`: the source's address. The identity may lack members that only a read
   * returns.
   */
  move?(input: {
    provider: string;
    type: string;
    version: number;
    state: { readonly [name: string]: JsonValue };
  }): Promise<WithDiagnostics & { state: ProtocolValues | null; private: PrivateState; identity?: ProtocolValues | null }>;
}
export interface DataSourceServer {
  readonly schema: BlockSchema;
  validate(config: ProtocolValues): Promise<readonly Diagnostic[]>;
  read(config: ProtocolValues, call: CallContext): Promise<WithDiagnostics & Deferrable & { state: ProtocolValues | null }>;
}
export interface EphemeralServer {
  readonly schema: BlockSchema;
  validate(config: ProtocolValues): Promise<readonly Diagnostic[]>;
  open(
    config: ProtocolValues,
    call: CallContext,
  ): Promise<WithDiagnostics & Deferrable & { result: ProtocolValues | null; renewAt?: Date; private?: PrivateState }>;
  renew?(input: { private: PrivateState }, call: CallContext): Promise<WithDiagnostics & { renewAt?: Date; private?: PrivateState }>;
  close?(input: { private: PrivateState }, call: CallContext): Promise<WithDiagnostics>;
}
export interface FunctionParameter {
  readonly name: string;
  readonly type: CtyType;
  readonly description: string;
  readonly allowNull?: boolean;
  readonly allowUnknown?: boolean;
}
export interface FunctionServer {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly FunctionParameter[];
  readonly variadic?: FunctionParameter;
  readonly returns: CtyType;
  readonly deprecationMessage?: string;
  /** The result, or a promise of it. Throws a FunctionArgumentError for an argument that is not valid. */
  call(args: readonly unknown[]): unknown;
}
export class FunctionArgumentError extends Error {
  readonly argument: number;
  constructor(argument: number, message: string) {
    super(message);
    this.argument = argument;
  }
}
export interface ActionServer {
  readonly schema: BlockSchema;
  validate(config: ProtocolValues): Promise<readonly Diagnostic[]>;
  /** Validates the values that are known now. Without it, `validate` does. */
  plan?(config: ProtocolValues, call: CallContext): Promise<WithDiagnostics & Deferrable>;
  /** `progress` reaches the person at once. */
  invoke(config: ProtocolValues, call: CallContext & { progress(message: string): void }): Promise<readonly Diagnostic[]>;
}
/** A list resource (Terraform 1.14): the filters are `schema`; each found object carries its identity and, when asked, its state. */
export interface ListServer {
  readonly schema: BlockSchema;
  validate(config: ProtocolValues): Promise<readonly Diagnostic[]>;
  list(
    input: { config: ProtocolValues; limit: number; includeObject: boolean },
    call: CallContext,
  ): AsyncIterable<WithDiagnostics & { identity: ProtocolValues; displayName: string; object?: ProtocolValues }>;
}

/**
 * A state store (protocol 6.11): states by their IDs, which engines call workspaces. The engine has configured it, and the provider before
 * it. Errors are diagnostics; `signal` fires only when the engine hangs up: a provider that was stopped still keeps what was done.
 */
export interface StateStoreServer {
  readonly schema: BlockSchema;
  /** Bytes of a state that it takes. */
  readonly largestState: number;
  validate(config: ProtocolValues): Promise<readonly Diagnostic[]>;
  configure(config: ProtocolValues, call: CallContext): Promise<readonly Diagnostic[]>;
  /** `state` undefined: there is none yet. */
  read(id: string, call: CallContext): Promise<WithDiagnostics & { readonly state?: Uint8Array }>;
  write(id: string, state: Uint8Array, call: CallContext): Promise<readonly Diagnostic[]>;
  /** `operation`: why the engine locks, such as `OperationTypeApply`. */
  lock(id: string, operation: string, call: CallContext): Promise<WithDiagnostics & { readonly lockId?: string }>;
  unlock(id: string, lockId: string, call: CallContext): Promise<readonly Diagnostic[]>;
  list(call: CallContext): Promise<WithDiagnostics & { readonly ids: readonly string[] }>;
  delete(id: string, call: CallContext): Promise<readonly Diagnostic[]>;
}

export interface Provider {
  readonly version: string;
  readonly schema: BlockSchema;
  readonly resources: { readonly [type: string]: ResourceServer };
  readonly dataSources: { readonly [type: string]: DataSourceServer };
  readonly ephemerals: { readonly [type: string]: EphemeralServer };
  readonly functions: { readonly [name: string]: FunctionServer };
  readonly actions: { readonly [type: string]: ActionServer };
  /** Keyed by the managed resource's type. */
  readonly lists: { readonly [type: string]: ListServer };
  readonly stateStores: { readonly [type: string]: StateStoreServer };
  validate(config: ProtocolValues): Promise<readonly Diagnostic[]>;
  configure(config: ProtocolValues, engine: { readonly version: string }): Promise<readonly Diagnostic[]>;
  /** StopProvider: no new waits or reads; writes in flight finish. */
  stop(): Promise<void>;
}
