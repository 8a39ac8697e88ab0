import type { ServiceClient } from '../client/service-client.ts';
import { hasUnknown, type Resource, type Values } from '../declare/index.ts';
import { reconcileMembers, omitReplacedSecrets } from '../plan/reconcile.ts';

/** What every verb is given beside its job. */
export interface ApplyContext {
  readonly client: ServiceClient;
  readonly signal: AbortSignal;
  /** Another declared resource by name, for ids that refer to it. */
  findResource(name: string): Resource;
  /** Reaches the person while a long verb runs. */
  progress(message: string): void;
}

/** One create or update in progress. State is what `done` has said so far: after an error it is the partial state. */
export interface ApplyOperation {
  readonly resource: Resource;
  readonly prior: Values | null;
  /** Planned values, with the write-only values that must be sent now. */
  readonly want: Values;
  readonly changed: readonly string[];
  /** What the configuration names; on create nothing else is sent. */
  readonly said: readonly string[];
  /** To be called after each request that succeeded: these names are as wanted, and `answer` (decoded) is what the service says. */
  recordSuccess(names: readonly string[], answer?: Values): void;
  state(): Values;
  /** Whether an answer has said this by now, all of it. */
  isKnown(name: string): boolean;
}

export interface ResourceOperations {
  put(job: ApplyOperation, around: ApplyContext): Promise<void>;
  /** Null: it is not there. `imported`: also what the state does not own yet. */
  read(state: Values, around: ApplyContext, imported?: boolean): Promise<Values | null>;
  delete(state: Values, around: ApplyContext): Promise<void>;
  /** From an import text to the key attributes and whatever else a read needs. */
  find(text: string, around: ApplyContext): Promise<Values>;
}

/** `after` already holds what a finished step left, when a job goes on from there. */
export const startOperation = (
  resource: Resource,
  given: Pick<ApplyOperation, 'prior' | 'want' | 'changed' | 'said'>,
): ApplyOperation & { written: () => readonly string[] } => {
  let state: Record<string, unknown> = { ...(given.prior ?? {}) };
  const written = new Set<string>(),
    answered = new Set<string>();
  return {
    ...given,
    resource,
    recordSuccess: (names, said = {}) => {
      const answer = omitReplacedSecrets(resource.attributes, given.want, said);
      for (const name of names) {
        state[name] = given.want[name] ?? null;
        written.add(name);
      }
      const ours = { ...state };
      for (const name of Object.keys(resource.attributes)) if (!(name in ours)) ours[name] = given.want[name];
      const kept = reconcileMembers(resource.attributes, ours, answer);
      for (const name of Object.keys(answer)) {
        state[name] = kept[name];
        answered.add(name);
      }
    },
    state: () => state,
    isKnown: (name) => answered.has(name) && !hasUnknown(state[name]),
    written: () => [...written],
  };
};
