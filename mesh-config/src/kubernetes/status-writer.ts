import { findKindByCollection } from '../resources/kinds/kinds.ts';
import type { Diagnostic } from '../analysis/diagnostic.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { LogScope } from '../log/scope.ts';
import type { Component } from '../lifecycle/component.ts';
import type { KubernetesClient } from '../kubernetes-client/client.ts';
import { toKubernetesError } from '../kubernetes-client/kubernetes-error.ts';
import type { KubernetesSource } from './kubernetes-source.ts';
import { resourcePathOf } from '../kubernetes-client/kubernetes-object.ts';
import { isSameStatus, collectValidationMessages, type ValidationMessage } from './validation-messages.ts';

export interface StatusWriterOptions {
  readonly client: KubernetesClient;
  readonly source: Pick<KubernetesSource, 'served' | 'messages'>;
  readonly clock: Clock;
  readonly scope: LogScope;
}
export interface StatusWriter extends Component {
  /** Makes `status.validationMessages` of every resource in the cluster equal to these diagnostics, and removes it from all others. */
  write(diagnostics: readonly Diagnostic[]): void;
}
interface PendingStatus {
  readonly collection: string;
  readonly name: string;
  readonly messages: readonly ValidationMessage[] | undefined;
}

/** Milliseconds between two writes, and until a failed write is retried. */
const writeInterval = 50,
  retryInterval = 30_000;

/** `kind blocked`: no other resource of the kind can be written now; `blocked`: no resource at all. */
type WriteOutcome = 'done' | 'refused' | 'kind blocked' | 'blocked';

interface Writer extends StatusWriterOptions {
  readonly stopped: AbortController;
  /** The last error that was logged, by resource. */
  readonly loggedErrors: Map<string, string>;
  messages: ReturnType<typeof collectValidationMessages> | undefined;
  running: Promise<void> | undefined;
  isChanged: boolean;
  cancelRetry: (() => void) | undefined;
}

/** Statuses that differ from the messages they should have. */
const pendingStatusesOf = ({ source, messages }: Writer): readonly PendingStatus[] => {
  const pending: PendingStatus[] = [];
  const current = source.messages();
  for (const collection of new Set([...current.keys(), ...(messages?.keys() ?? [])])) {
    // The built-in kinds of Kubernetes have no validationMessages in their status.
    if (findKindByCollection(collection)?.builtin || !source.served(collection)) continue;
    const [actual, expected] = [current.get(collection), messages?.get(collection)];
    for (const name of new Set([...(actual?.keys() ?? []), ...(expected?.keys() ?? [])])) {
      if (!isSameStatus(actual?.get(name), expected?.get(name))) pending.push({ collection, name, messages: expected?.get(name) });
    }
  }
  return pending;
};

const outcomeOf = (status: number): WriteOutcome =>
  status === 400 || status === 422 ? 'refused' : status === 403 ? 'kind blocked' : 'blocked';

const writeStatus = async (writer: Writer, { collection, name, messages }: PendingStatus): Promise<WriteOutcome> => {
  const { client, source, scope, stopped, loggedErrors } = writer;
  const served = source.served(collection);
  if (!served) return 'done';
  const [namespace, shortName] = name.includes('/') ? (name.split('/') as [string, string]) : [undefined, name];
  const path = `${resourcePathOf(served, namespace)}/${shortName}${served.hasStatus ? '/status' : ''}`;
  const key = `${collection} ${name}`;
  const body = { status: { validationMessages: messages ?? null } };
  try {
    await client.request({ method: 'PATCH', path, contentType: 'application/merge-patch+json', body, signal: stopped.signal });
    loggedErrors.delete(key);
    return 'done';
  } catch (error) {
    const { message, status } = toKubernetesError(client.describe({ method: 'PATCH', path }), error);
    // The resource was deleted or changed at this moment: its change is analyzed in turn.
    if (status === 404 || status === 409 || stopped.signal.aborted) {
      loggedErrors.delete(key);
      return 'done';
    }
    scope[loggedErrors.get(key) === message ? 'debug' : 'error'](`the status of ${name} could not be written: ${message}`);
    loggedErrors.set(key, message);
    return outcomeOf(status);
  }
};

const wait = ({ clock }: Writer): Promise<void> =>
  new Promise((done) => {
    clock.schedule(writeInterval, done);
  });

/** Writes the pending statuses; resolves with whether one has failed. Stops early when the messages have changed. */
const writePending = async (
  writer: Writer,
  blockedKinds: Set<string>,
): Promise<{ readonly isFailed: boolean; readonly isBlocked: boolean }> => {
  let isFailed = false;
  for (const status of pendingStatusesOf(writer)) {
    if (blockedKinds.has(status.collection)) continue;
    const outcome = await writeStatus(writer, status);
    isFailed ||= outcome !== 'done';
    if (outcome === 'kind blocked') blockedKinds.add(status.collection);
    if (outcome === 'blocked') return { isFailed, isBlocked: true };
    await wait(writer);
    if (writer.stopped.signal.aborted || writer.isChanged) break;
  }
  return { isFailed, isBlocked: false };
};

const writeWhileChanged = async (writer: Writer): Promise<void> => {
  const blockedKinds = new Set<string>();
  let isFailed = false;
  do {
    writer.isChanged = false;
    const result = await writePending(writer, blockedKinds);
    isFailed ||= result.isFailed;
    if (result.isBlocked) break;
    if (writer.stopped.signal.aborted) return;
  } while (writer.isChanged);
  if (isFailed)
    writer.cancelRetry ??= writer.clock.schedule(retryInterval, () => {
      writer.cancelRetry = undefined;
      startWriting(writer);
    });
};

const startWriting = (writer: Writer): void => {
  if (writer.running) {
    writer.isChanged = true;
    return;
  }
  writer.running = writeWhileChanged(writer).finally(() => {
    writer.running = undefined;
    if (!writer.isChanged || writer.stopped.signal.aborted) return;
    writer.isChanged = false;
    startWriting(writer);
  });
};

/** Writes diagnostics into the statuses of their resources, one by one, where the status differs. */
export const createStatusWriter = (options: StatusWriterOptions): StatusWriter => {
  const writer: Writer = {
    ...options,
    stopped: new AbortController(),
    loggedErrors: new Map(),
    messages: undefined,
    running: undefined,
    isChanged: false,
    cancelRetry: undefined,
  };
  return {
    name: 'statuses',
    write: (diagnostics) => {
      writer.messages = collectValidationMessages(diagnostics);
      startWriting(writer);
    },
    start: async () => {},
    stop: async () => {
      writer.stopped.abort();
      writer.cancelRetry?.();
    },
  };
};
