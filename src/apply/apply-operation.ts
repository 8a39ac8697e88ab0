import type { ServiceClient } from '../client/contract/service-client.ts';
import { hasUnknown, type Resource, type Values } from '@slipway/declarations/declare';
import { reconcileMembers, omitReplacedSecrets } from '../plan/reconcile.ts';

/** The context of every verb, besides its operation. */
export interface ApplyContext {
  readonly client: ServiceClient;
  readonly signal: AbortSignal;
  /** Returns another declared resource by name, for IDs that refer to it. */
  findResource(name: string): Resource;
  /** The planned values of an object by ID, if the same plan changes it; only during a plan. */
  plannedObject?(resource: string, id: string): Values | undefined;
  /** Whether the same plan replaces the object of that key; only during a plan. */
  isReplaced?(resource: Resource, values: Values): boolean;
  /** Reaches the person while a long verb runs. */
  progress(message: string): void;
}

/** One create or update in progress. Its state is what `recordSuccess` has recorded: the partial state after an error. */
export interface ApplyOperation {
  readonly resource: Resource;
  readonly prior: Values | null;
  /** Planned values, with the write-only values that must be sent now. */
  readonly desired: Values;
  readonly changed: readonly string[];
  /** Attributes that the configuration sets; a create sends no others. */
  readonly configured: readonly string[];
  /** What an update sends of what is no longer configured, in place of `desired` (plan/withdrawn.ts). */
  readonly withdrawn: Values;
  /** Call it after each successful request: these attributes are as desired, and `answer` is the decoded response. */
  recordSuccess(names: readonly string[], response?: Values): void;
  state(): Values;
  /** Whether a response has returned this attribute, without unknown parts. */
  isKnown(name: string): boolean;
}

export interface ResourceOperations {
  put(operation: ApplyOperation, context: ApplyContext): Promise<void>;
  /** Null: it is not there. `imported`: also what the state does not own yet. */
  read(state: Values, context: ApplyContext, imported?: boolean): Promise<Values | null>;
  delete(state: Values, context: ApplyContext): Promise<void>;
  /** Finds an object by an import text; returns the key attributes and whatever else a read needs. */
  find(text: string, context: ApplyContext): Promise<Values>;
}

/** `after` already holds what a finished step left, if an operation continues from there. */
export const startOperation = (
  resource: Resource,
  input: Pick<ApplyOperation, 'prior' | 'desired' | 'changed' | 'configured' | 'withdrawn'>,
): ApplyOperation & { written: () => readonly string[] } => {
  let state: Record<string, unknown> = { ...input.prior };
  const written = new Set<string>(),
    answered = new Set<string>();
  return {
    ...input,
    resource,
    recordSuccess: (names, values = {}) => {
      const response = omitReplacedSecrets(resource.attributes, input.desired, values);
      for (const name of names) {
        state[name] = input.desired[name] ?? null;
        written.add(name);
      }
      const ours = { ...state };
      for (const name of Object.keys(resource.attributes)) if (!(name in ours)) ours[name] = input.desired[name];
      const kept = reconcileMembers(resource.attributes, ours, response);
      for (const name of Object.keys(response)) {
        state[name] = kept[name];
        answered.add(name);
      }
    },
    state: () => state,
    isKnown: (name) => answered.has(name) && !hasUnknown(state[name]),
    written: () => [...written],
  };
};
