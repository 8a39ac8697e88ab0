import { findKindByCollection } from '../resources/kinds/kinds.ts';
import type { Diagnostic } from '../analysis/diagnostic.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { LogScope } from '../log/scope.ts';
import type { Component } from '../lifecycle/component.ts';
import type { KubernetesClient } from './client.ts';
import { toKubernetesError } from './kubernetes-error.ts';
import type { KubernetesSource } from './kubernetes-source.ts';
import { resourcePathOf } from './kubernetes-object.ts';
import { isSameStatus, collectValidationMessages, type ValidationMessage } from './validation-messages.ts';

export interface StatusWriterOptions {
  readonly client: KubernetesClient;
  readonly source: Pick<KubernetesSource, 'served' | 'messages'>;
  readonly clock: Clock;
  readonly scope: LogScope;
}
export interface StatusWriter extends Component {
  /** Has `status.validationMessages` of every resource of the cluster say what these do, and of every other nothing. */
  write(diagnostics: readonly Diagnostic[]): void;
}
interface PendingStatus {
  readonly collection: string;
  readonly name: string;
  readonly messages: readonly ValidationMessage[] | undefined;
}

/** Milliseconds between two writes, and until what failed is tried again. */
const writeInterval = 50,
  retryInterval = 30_000;

/** Writes findings into the resources that they are of: one by one, and only where something else stands. */
export const createStatusWriter = ({ client, source, clock, scope }: StatusWriterOptions): StatusWriter => {
  const ended = new AbortController();
  /** By resource, what was last told of it. */
  const told = new Map<string, string>();
  let wanted: ReturnType<typeof collectValidationMessages> | undefined;
  let [running, again]: [Promise<void> | undefined, boolean] = [undefined, false];
  let cancel: (() => void) | undefined;

  const due = (): readonly PendingStatus[] => {
    const found: PendingStatus[] = [];
    const there = source.messages();
    for (const collection of new Set([...there.keys(), ...(wanted?.keys() ?? [])])) {
      // A status of one of Kubernetes' own kinds has no room for it.
      if (findKindByCollection(collection)?.builtin || !source.served(collection)) continue;
      const [says, shall] = [there.get(collection), wanted?.get(collection)];
      for (const name of new Set([...(says?.keys() ?? []), ...(shall?.keys() ?? [])])) {
        if (!isSameStatus(says?.get(name), shall?.get(name))) found.push({ collection, name, messages: shall?.get(name) });
      }
    }
    return found;
  };
  /** `kind held up`: no other of its kind will be written now, either; `held up`: none at all. */
  const put = async ({ collection, name, messages }: PendingStatus): Promise<'done' | 'refused' | 'kind held up' | 'held up'> => {
    const served = source.served(collection);
    if (!served) return 'done';
    const [namespace, own] = name.includes('/') ? (name.split('/') as [string, string]) : [undefined, name];
    const path = `${resourcePathOf(served, namespace)}/${own}${served.hasStatus ? '/status' : ''}`;
    const key = `${collection} ${name}`;
    try {
      await client.request({
        method: 'PATCH',
        path,
        contentType: 'application/merge-patch+json',
        body: { status: { validationMessages: messages ?? null } },
        signal: ended.signal,
      });
      told.delete(key);
      return 'done';
    } catch (error) {
      const { message, status } = toKubernetesError(client.describe({ method: 'PATCH', path }), error);
      // Gone, or changed by somebody this moment: its change is analysed in its turn.
      if (status === 404 || status === 409 || ended.signal.aborted) {
        told.delete(key);
        return 'done';
      }
      scope[told.get(key) === message ? 'debug' : 'error'](`the status of ${name} is not written: ${message}`);
      told.set(key, message);
      return status === 400 || status === 422 ? 'refused' : status === 403 ? 'kind held up' : 'held up';
    }
  };
  const pause = (): Promise<void> =>
    new Promise((done) => {
      clock.schedule(writeInterval, done);
    });
  const run = async (): Promise<void> => {
    let [failed, heldUp] = [false, false];
    const kindsHeldUp = new Set<string>();
    for (let open = due(); open.length > 0 && !heldUp; open = again ? due() : []) {
      again = false;
      for (const one of open) {
        if (kindsHeldUp.has(one.collection)) continue;
        const outcome = await put(one);
        if (outcome !== 'done') failed = true;
        if (outcome === 'kind held up') kindsHeldUp.add(one.collection);
        heldUp = outcome === 'held up';
        if (heldUp) break;
        await pause();
        if (ended.signal.aborted) return;
        if (again) break;
      }
    }
    if (failed)
      cancel ??= clock.schedule(retryInterval, () => {
        cancel = undefined;
        begin();
      });
  };
  const begin = (): void => {
    if (running) {
      again = true;
      return;
    }
    running = run().finally(() => {
      running = undefined;
      if (again && !ended.signal.aborted) {
        again = false;
        begin();
      }
    });
  };
  return {
    name: 'statuses',
    write: (diagnostics) => {
      wanted = collectValidationMessages(diagnostics);
      begin();
    },
    start: async () => {},
    stop: async () => {
      ended.abort();
      cancel?.();
    },
  };
};
