import { status } from '@grpc/grpc-js';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import { truncateLabel } from '../monitoring/limits.ts';
import type { LogScope } from '../log/scope.ts';
import type { Snapshots } from '../snapshots/snapshot.ts';
import type { RequestResources } from './messages.ts';
import { encodeResponse } from './response.ts';
import { statusNameOf } from './status.ts';
import type { TokenBucket } from './token-bucket.ts';
import { type RequestOutcome, createCollectionWatches } from './collection-watches.ts';

/** A request as it came, with the bytes it had. */
export interface ReceivedRequest {
  readonly request: RequestResources;
  readonly bytes: number;
}

/** A stream of requests and responses, whichever side opened it. */
export interface MessageStream {
  /** Ends when the other side has said all; rejects when the stream breaks. */
  readonly requests: AsyncIterable<ReceivedRequest>;
  /** Resolves when the response has been handed on; rejects when the stream is gone. */
  send(response: Buffer): Promise<void>;
  /** Aborted when the stream is over, however it ended. */
  readonly closed: AbortSignal;
}
export interface StreamOptions {
  readonly snapshots: Snapshots;
  readonly metrics: Metrics;
  readonly scope: LogScope;
  readonly requestLimiter: TokenBucket;
  /** `mesh-config`: the label of the metrics. */
  readonly component: string;
  /** As the log and introspection name the other side. */
  readonly peer: string;
  /** Collections of which a sink that wishes so is sent changes only; undefined: none, every response is the full state. */
  readonly incremental?: ReadonlySet<string>;
}

/** What ends a stream by our decision: a code of gRPC and its words. */
export class StreamRejectedError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface StreamSession {
  /** Resolves when the other side has said all it had to; rejects with StreamRefused, or with what broke. */
  readonly done: Promise<void>;
  isSynced(collection: string): boolean;
  /** Begins no other response. */
  stop(): void;
}

/** Answers one sink until its stream is over. One response is on its way at a time: a slow sink holds nothing but itself. */
export const serveStream = (
  stream: MessageStream,
  { snapshots, metrics, scope, requestLimiter, component, peer, incremental }: StreamOptions,
): StreamSession => {
  let sending = false;
  const failed = (error: unknown): void => {
    const { code = status.UNKNOWN, message } = error as { code?: number; message: string };
    metrics.add('mesh_mcp_send_failures_total', { component, code: String(code), error: message });
    scope.warn(`${peer}: a response could not be sent: ${message}`);
  };
  const sendAll = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    for (let next = state.takeNext(); next && !stream.closed.aborted; next = state.takeNext()) {
      try {
        await stream.send(encodeResponse(next.snapshot, next.nonce, next.held));
      } catch (error) {
        if (!stream.closed.aborted) failed(error);
        break;
      }
      if (scope.isEnabled('debug')) scope.debug(`${peer}: sent ${next.snapshot.version} with nonce ${next.nonce}`);
    }
    sending = false;
  };
  const state = createCollectionWatches(
    snapshots,
    () => {
      void sendAll();
    },
    incremental,
  );

  const count = (heard: RequestOutcome, collection: string): void => {
    if (heard.kind === 'watch' || heard.kind === 'unsupported') return;
    const code = heard.kind === 'nack' || heard.kind === 'stale' ? heard.code : undefined;
    if (code === undefined) metrics.add('mesh_mcp_request_acks_total', { component, collection });
    else metrics.add('mesh_mcp_request_nacks_total', { component, collection, code: statusNameOf(code) });
    if (heard.kind === 'nack') scope.warn(`${peer}: NACK of ${collection}: ${statusNameOf(heard.code)}: ${truncateLabel(heard.message)}`);
    if (heard.kind === 'stale')
      scope.info(
        `${peer}: STALE ${code === undefined ? 'ACK' : 'NACK'} of ${collection}, nonce ${JSON.stringify(truncateLabel(heard.nonce))}`,
      );
  };
  const hearAll = async (): Promise<void> => {
    try {
      for await (const { request, bytes } of stream.requests) {
        if (!(await requestLimiter.take(stream.closed))) return;
        const { collection } = request;
        const heard = state.handleRequest(request);
        // A status with all of a long name in it would never arrive.
        if (heard.kind === 'unsupported')
          throw new StreamRejectedError(status.INVALID_ARGUMENT, `unsupported collection ${JSON.stringify(truncateLabel(collection))}`);
        metrics.observe('mesh_mcp_message_sizes_bytes', { component, collection }, bytes);
        count(heard, collection);
      }
    } finally {
      state.close();
    }
  };
  return { done: hearAll(), isSynced: state.isSynced, stop: state.close };
};
