import { Metadata, type ServerDuplexStream, type ServiceDefinition, status } from '@grpc/grpc-js';
import { decodeRequest } from './messages.ts';
import { peerIdentitiesOf } from './peer-identities.ts';
import { type AccessList, findDenialReason } from './access-list.ts';
import { toMessageStream } from './message-stream.ts';
import { type ReceivedRequest, serveStream, type StreamSession, StreamRejectedError, type StreamOptions } from './serve-stream.ts';
import { createStreamCount, type StreamCount } from './stream-count.ts';
import type { TokenBucket } from './token-bucket.ts';

/** A method of bidirectional streaming, the only one of its service. */
const describeMethod = <Q, A>(
  path: string,
  requests: { write(value: Q): Buffer; read(bytes: Buffer): Q },
  responses: { write(value: A): Buffer; read(bytes: Buffer): A },
) => ({
  path,
  requestStream: true as const,
  responseStream: true as const,
  requestSerialize: requests.write,
  requestDeserialize: requests.read,
  responseSerialize: responses.write,
  responseDeserialize: responses.read,
});
/** Responses are encoded already, once for all sinks. */
const rawBytes = { write: (bytes: Buffer): Buffer => bytes, read: (bytes: Buffer): Buffer => bytes };
const requestCodec = {
  write: (): Buffer => {
    throw new Error('a source sends no requests');
  },
  read: (bytes: Buffer): ReceivedRequest => ({ request: decodeRequest(bytes), bytes: bytes.length }),
};

/** `istio.mcp.v1alpha1.ResourceSource`: the sink dials us. */
export const resourceSourceService = {
  EstablishResourceStream: describeMethod('/istio.mcp.v1alpha1.ResourceSource/EstablishResourceStream', requestCodec, rawBytes),
} satisfies ServiceDefinition;
/** `istio.mcp.v1alpha1.ResourceSink`: we dial the sink; the messages that we send are the responses. */
export const resourceSinkService = {
  EstablishResourceStream: describeMethod('/istio.mcp.v1alpha1.ResourceSink/EstablishResourceStream', rawBytes, requestCodec),
} satisfies ServiceDefinition;

export interface McpSourceOptions extends Omit<StreamOptions, 'peer' | 'requestLimiter'> {
  readonly version: string;
  /** Sent with the version. */
  readonly meta?: readonly (readonly [key: string, value: string])[];
  /** Limits the streams of all connections of this process. */
  readonly streamLimiter: TokenBucket;
  /** Creates the limiter of the requests of one stream. */
  createRequestLimiter(): TokenBucket;
  /** undefined: every peer may open streams. */
  readonly accessList?: () => AccessList;
  onDenied(reason: string): void;
  /** Default: a count of the streams that sinks open. */
  readonly streams?: StreamCount;
}

export interface McpSource {
  handle(call: ServerDuplexStream<ReceivedRequest, Buffer>): void;
  /** Ends every stream after the response that is being sent. */
  drain(): void;
  /** Whether a peer has acknowledged the newest version of a collection, by peer. */
  syncedByPeer(collection: string): ReadonlyMap<string, boolean>;
  /** The number of streams that wait for the limiter. */
  waitingCount(): number;
}

type SourceCall = ServerDuplexStream<ReceivedRequest, Buffer>;

const rejectCall = (call: SourceCall, code: number, details: string): void => {
  call.emit('error', { code, details });
};

interface SourceState extends McpSourceOptions {
  readonly open: Map<SourceCall, { readonly peer: string; readonly session: StreamSession }>;
  readonly waiting: Set<SourceCall>;
  readonly streams: StreamCount;
  isDraining: boolean;
}

const reportOpenStreams = ({ scope, open, streams }: SourceState, change: 1 | -1, message: string): void => {
  streams.change(change);
  scope.info(`${message}, ${open.size} open`);
};

const rejectStopping = (call: SourceCall): void => {
  rejectCall(call, status.UNAVAILABLE, 'the source is stopping');
};

/** Whether a stream may be served; one that may not is rejected with the reason. */
const admit = async (state: SourceState, call: SourceCall, closed: AbortSignal): Promise<boolean> => {
  const { waiting, streamLimiter, accessList, onDenied } = state;
  waiting.add(call);
  const isTaken = await streamLimiter.take(closed);
  if (!waiting.delete(call) || !isTaken) return false;
  if (state.isDraining) {
    rejectStopping(call);
    return false;
  }
  const reason = accessList && findDenialReason(accessList(), peerIdentitiesOf(call as ServerDuplexStream<unknown, unknown>));
  if (reason === undefined) return true;
  onDenied(reason);
  rejectCall(call, status.UNAUTHENTICATED, `Authentication failure: ${reason}`);
  return false;
};

const sendHeader = (call: SourceCall, { version, meta = [] }: SourceState): void => {
  const header = new Metadata();
  header.set('config.source.version', version);
  for (const [key, value] of meta) header.add(key, value);
  call.sendMetadata(header);
};

const reportFailure = ({ metrics, component }: SourceState, call: SourceCall, closed: AbortSignal, error: unknown): void => {
  const { code = status.UNKNOWN, message } = error as { code?: unknown; message: string };
  const isRejected = error instanceof StreamRejectedError;
  if (isRejected) {
    rejectCall(call, error.code, message);
    return;
  }
  const number = closed.aborted ? status.CANCELLED : typeof code === 'number' ? code : status.UNKNOWN;
  metrics.add('mesh_mcp_recv_failures_total', { component, code: String(number), error: message });
  if (!closed.aborted) rejectCall(call, number, message);
};

const serveCall = async (state: SourceState, call: SourceCall): Promise<void> => {
  const stream = toMessageStream(call);
  const peer = call.getPeer();
  if (!(await admit(state, call, stream.closed))) return;
  sendHeader(call, state);
  const session = serveStream(stream, { ...state, requestLimiter: state.createRequestLimiter(), peer });
  state.open.set(call, { peer, session });
  reportOpenStreams(state, 1, `${peer}: stream opened`);
  try {
    await session.done;
    call.end();
  } catch (error) {
    reportFailure(state, call, stream.closed, error);
  } finally {
    state.open.delete(call);
    reportOpenStreams(state, -1, `${peer}: stream closed`);
  }
};

const drain = (state: SourceState): void => {
  state.isDraining = true;
  state.waiting.forEach(rejectStopping);
  state.waiting.clear();
  for (const [call, { session }] of state.open) {
    session.stop();
    call.end();
  }
};

/** Serves the streams that sinks open. */
export const createMcpSource = (options: McpSourceOptions): McpSource => {
  const { metrics, component, streams = createStreamCount(metrics, component) } = options;
  const state: SourceState = { ...options, streams, open: new Map(), waiting: new Set(), isDraining: false };
  return {
    handle: (call) => {
      serveCall(state, call).catch((error: unknown) => {
        state.scope.error(`a stream failed. This is a bug in Slipway; please report it: ${String(error)}`);
        rejectCall(call, status.INTERNAL, 'the stream failed in the source');
      });
    },
    drain: () => {
      drain(state);
    },
    waitingCount: () => state.waiting.size,
    syncedByPeer: (collection) => {
      const synced = new Map<string, boolean>();
      // A connection may carry several streams, and all peers of a socket have the same name.
      for (const { peer, session } of state.open.values()) synced.set(peer, session.isSynced(collection) && synced.get(peer) !== false);
      return synced;
    },
  };
};
