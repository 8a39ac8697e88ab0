import { Metadata, type ServerDuplexStream, type ServiceDefinition, status } from '@grpc/grpc-js';
import { decodeRequest } from './messages.ts';
import { peerIdentitiesOf } from './peer-identities.ts';
import { type AccessList, findDenialReason } from './access-list.ts';
import { toMessageStream } from './message-stream.ts';
import { type ReceivedRequest, serveStream, type StreamSession, StreamRejectedError, type StreamOptions } from './serve-stream.ts';
import type { TokenBucket } from './token-bucket.ts';

/** A service's only method, by which requests and responses go both ways. */
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
/** A response is bytes already: it is made once for all sinks. */
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
/** `istio.mcp.v1alpha1.ResourceSink`: we dial the sink, and what we send are the responses. */
export const resourceSinkService = {
  EstablishResourceStream: describeMethod('/istio.mcp.v1alpha1.ResourceSink/EstablishResourceStream', rawBytes, requestCodec),
} satisfies ServiceDefinition;

export interface McpSourceOptions extends Omit<StreamOptions, 'peer' | 'requestLimiter'> {
  readonly version: string;
  /** Sent with the version. */
  readonly meta?: readonly (readonly [key: string, value: string])[];
  /** Of this process, over all connections: waited for before a stream is looked at. */
  readonly streamLimiter: TokenBucket;
  /** A bucket of its own for each stream's requests. */
  createRequestLimiter(): TokenBucket;
  /** undefined: everybody may. */
  readonly accessList?: () => AccessList;
  onDenied(reason: string): void;
}

export interface McpSource {
  handle(call: ServerDuplexStream<ReceivedRequest, Buffer>): void;
  /** Ends every stream in order: what is under way is still sent. */
  drain(): void;
  /** By peer: whether it knows the newest version of a collection. */
  syncedByPeer(collection: string): ReadonlyMap<string, boolean>;
  /** Streams that are not served yet: more were opened at once than the rate allows. */
  waitingCount(): number;
}

type SourceCall = ServerDuplexStream<ReceivedRequest, Buffer>;

const rejectCall = (call: SourceCall, code: number, details: string): void => {
  call.emit('error', { code, details });
};

/** Serves whoever opens a stream. */
export const createMcpSource = (parts: McpSourceOptions): McpSource => {
  const open = new Map<SourceCall, { readonly peer: string; readonly serving: StreamSession }>();
  const waiting = new Set<SourceCall>();
  let draining = false;
  const { metrics, scope, component } = parts;

  const counted = (words: string): void => {
    metrics.set('mesh_mcp_clients_total', { component }, open.size);
    scope.info(`${words}, ${open.size} open`);
  };
  const stopping = (call: SourceCall): void => {
    rejectCall(call, status.UNAVAILABLE, 'the source is stopping');
  };
  /** Whether a stream may be served; one that may not is ended, with the reason. */
  const admitted = async (call: SourceCall, over: AbortSignal): Promise<boolean> => {
    waiting.add(call);
    const taken = await parts.streamLimiter.take(over);
    if (!waiting.delete(call) || !taken) return false;
    if (draining) {
      stopping(call);
      return false;
    }
    const reason = parts.accessList && findDenialReason(parts.accessList(), peerIdentitiesOf(call as ServerDuplexStream<unknown, unknown>));
    if (reason === undefined) return true;
    parts.onDenied(reason);
    rejectCall(call, status.UNAUTHENTICATED, `Authentication failure: ${reason}`);
    return false;
  };
  const serve = async (call: SourceCall): Promise<void> => {
    const stream = toMessageStream(call);
    const peer = call.getPeer();
    if (!(await admitted(call, stream.closed))) return;
    const header = new Metadata();
    header.set('config.source.version', parts.version);
    for (const [key, value] of parts.meta ?? []) header.add(key, value);
    call.sendMetadata(header);
    const serving = serveStream(stream, { ...parts, requestLimiter: parts.createRequestLimiter(), peer });
    open.set(call, { peer, serving });
    counted(`${peer}: stream opened`);
    try {
      await serving.done;
      call.end();
    } catch (error) {
      const { code = status.UNKNOWN, message } = error as { code?: unknown; message: string };
      const number =
        stream.closed.aborted && !(error instanceof StreamRejectedError)
          ? status.CANCELLED
          : typeof code === 'number'
            ? code
            : status.UNKNOWN;
      metrics.add('mesh_mcp_recv_failures_total', { component, code: String(number), error: message });
      if (error instanceof StreamRejectedError) rejectCall(call, error.code, message);
      else if (!stream.closed.aborted) rejectCall(call, number, message);
    } finally {
      open.delete(call);
      counted(`${peer}: stream closed`);
    }
  };
  return {
    handle: (call) => {
      serve(call).catch((error: unknown) => {
        scope.error(`a stream failed; this is our fault, please report it: ${String(error)}`);
        rejectCall(call, status.INTERNAL, 'the stream failed in the source');
      });
    },
    drain: () => {
      draining = true;
      waiting.forEach(stopping);
      waiting.clear();
      for (const [call, { serving }] of open) {
        serving.stop();
        call.end();
      }
    },
    waitingCount: () => waiting.size,
    syncedByPeer: (collection) => {
      const all = new Map<string, boolean>();
      // One connection may carry several streams, and all who dial a socket look the same.
      for (const { peer, serving } of open.values()) all.set(peer, serving.isSynced(collection) && all.get(peer) !== false);
      return all;
    },
  };
};
