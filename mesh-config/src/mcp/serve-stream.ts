import { status } from '@grpc/grpc-js';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import { truncateLabel } from '../monitoring/limits.ts';
import type { LogScope } from '../log/scope.ts';
import type { Snapshots } from '../snapshots/snapshot.ts';
import { isTriggerAnswer } from './trigger.ts';
import type { RequestResources } from './messages.ts';
import { encodeResponse } from './response.ts';
import { statusNameOf } from './status.ts';
import type { TokenBucket } from './token-bucket.ts';
import { type CollectionWatches, createCollectionWatches, type RequestOutcome } from './collection-watches.ts';

/** A request, and its size in bytes. */
export interface ReceivedRequest {
  readonly request: RequestResources;
  readonly bytes: number;
}

/** A stream of requests and responses, opened by either side. */
export interface MessageStream {
  /** Ends when the other side ends its requests; rejects when the stream breaks. */
  readonly requests: AsyncIterable<ReceivedRequest>;
  /** Resolves when the response has been passed to the transport; rejects when the stream is closed. */
  send(response: Buffer): Promise<void>;
  /** Aborted when the stream has ended for any reason. */
  readonly closed: AbortSignal;
}
export interface StreamOptions {
  readonly snapshots: Snapshots;
  readonly metrics: Metrics;
  readonly scope: LogScope;
  readonly requestLimiter: TokenBucket;
  /** `mesh-config`: the label of the metrics. */
  readonly component: string;
  /** The name of the other side in the log and in introspection. */
  readonly peer: string;
  /** Collections of which a sink can request incremental responses; undefined: all responses contain the full state. */
  readonly incremental?: ReadonlySet<string>;
}

/** Ends a stream with a gRPC status code and a message. */
export class StreamRejectedError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface StreamSession {
  /** Resolves when the other side ends its requests; rejects with StreamRejectedError, or with the error of the stream. */
  readonly done: Promise<void>;
  isSynced(collection: string): boolean;
  /** Sends no further response. */
  stop(): void;
}

interface Session extends StreamOptions {
  readonly stream: MessageStream;
  readonly watches: CollectionWatches;
  isSending: boolean;
}

const reportSendFailure = ({ metrics, scope, component, peer }: Session, error: unknown): void => {
  const { code = status.UNKNOWN, message } = error as { code?: number; message: string };
  metrics.add('mesh_mcp_send_failures_total', { component, code: String(code), error: message });
  scope.warn(`${peer}: a response could not be sent: ${message}`);
};

/** Sends what is due, one response at a time. */
const sendResponses = async (session: Session): Promise<void> => {
  if (session.isSending) return;
  session.isSending = true;
  const { stream, watches, scope, peer } = session;
  for (let next = watches.takeNext(); next && !stream.closed.aborted; next = watches.takeNext()) {
    try {
      await stream.send(encodeResponse(next.snapshot, next.nonce, next.held));
    } catch (error) {
      if (!stream.closed.aborted) reportSendFailure(session, error);
      break;
    }
    if (scope.isEnabled('debug')) scope.debug(`${peer}: sent ${next.snapshot.version} with nonce ${next.nonce}`);
  }
  session.isSending = false;
};

const recordOutcome = ({ metrics, scope, component, peer }: StreamOptions, outcome: RequestOutcome, collection: string): void => {
  if (outcome.kind === 'watch' || outcome.kind === 'unsupported') return;
  const code = outcome.kind === 'nack' || outcome.kind === 'stale' ? outcome.code : undefined;
  if (code === undefined) metrics.add('mesh_mcp_request_acks_total', { component, collection });
  else metrics.add('mesh_mcp_request_nacks_total', { component, collection, code: statusNameOf(code) });
  if (outcome.kind === 'nack')
    scope.warn(`${peer}: NACK of ${collection}: ${statusNameOf(outcome.code)}: ${truncateLabel(outcome.message)}`);
  if (outcome.kind === 'stale')
    scope.info(
      `${peer}: STALE ${code === undefined ? 'ACK' : 'NACK'} of ${collection}, nonce ${JSON.stringify(truncateLabel(outcome.nonce))}`,
    );
};

const receiveRequests = async (session: Session): Promise<void> => {
  const { stream, watches, metrics, requestLimiter, component } = session;
  try {
    for await (const { request, bytes } of stream.requests) {
      if (!(await requestLimiter.take(stream.closed))) return;
      if (isTriggerAnswer(request)) continue;
      const { collection } = request;
      const outcome = watches.handleRequest(request);
      // The name is truncated: a status with a long name would exceed the limit of metadata, and never arrive.
      if (outcome.kind === 'unsupported')
        throw new StreamRejectedError(status.INVALID_ARGUMENT, `unsupported collection ${JSON.stringify(truncateLabel(collection))}`);
      metrics.observe('mesh_mcp_message_sizes_bytes', { component, collection }, bytes);
      recordOutcome(session, outcome, collection);
    }
  } finally {
    watches.close();
  }
};

/** Serves one sink until its stream is closed. One response is sent at a time, so that a slow sink holds up only itself. */
export const serveStream = (stream: MessageStream, options: StreamOptions): StreamSession => {
  const onReady = (): void => {
    void sendResponses(session);
  };
  const watches = createCollectionWatches(options.snapshots, onReady, options.incremental);
  const session: Session = { ...options, stream, watches, isSending: false };
  return { done: receiveRequests(session), isSynced: watches.isSynced, stop: watches.close };
};
