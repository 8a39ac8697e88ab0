import { Metadata, type ServerDuplexStream, type ServiceDefinition, status } from '@grpc/grpc-js';
import { readRequest } from './messages.ts';
import { identitiesOfPeer } from './peer.ts';
import { type AccessList, denial } from './access-list.ts';
import { duplexOf } from './grpc-stream.ts';
import { type Received, serveStream, type Serving, StreamRefused, type StreamParts } from './stream.ts';
import type { TokenBucket } from './token-bucket.ts';

/** A service's only method, by which requests and responses go both ways. */
const method = <Q, A>(path: string, requests: { write(value: Q): Buffer; read(bytes: Buffer): Q }, responses: { write(value: A): Buffer; read(bytes: Buffer): A }) => ({
  path, requestStream: true as const, responseStream: true as const, requestSerialize: requests.write, requestDeserialize: requests.read, responseSerialize: responses.write, responseDeserialize: responses.read,
});
/** A response is bytes already: it is made once for all sinks. */
const asIs = { write: (bytes: Buffer): Buffer => bytes, read: (bytes: Buffer): Buffer => bytes };
const received = { write: (): Buffer => { throw new Error('a source sends no requests'); }, read: (bytes: Buffer): Received => ({ request: readRequest(bytes), bytes: bytes.length }) };

/** `istio.mcp.v1alpha1.ResourceSource`: the sink dials us. */
export const resourceSource = { EstablishResourceStream: method('/istio.mcp.v1alpha1.ResourceSource/EstablishResourceStream', received, asIs) } satisfies ServiceDefinition;
/** `istio.mcp.v1alpha1.ResourceSink`: we dial the sink, and what we send are the responses. */
export const resourceSink = { EstablishResourceStream: method('/istio.mcp.v1alpha1.ResourceSink/EstablishResourceStream', asIs, received) } satisfies ServiceDefinition;

export interface SourceParts extends Omit<StreamParts, 'peer' | 'rate'> {
  readonly version: string;
  /** Sent with the version. */
  readonly meta?: readonly (readonly [key: string, value: string])[];
  /** Of this process, over all connections: waited for before a stream is looked at. */
  readonly streams: TokenBucket;
  /** A bucket of its own for each stream's requests. */
  requests(): TokenBucket;
  /** undefined: everybody may. */
  readonly access?: () => AccessList;
  denied(reason: string): void;
}

export interface Source {
  handle(call: ServerDuplexStream<Received, Buffer>): void;
  /** Ends every stream in order: what is under way is still sent. */
  drain(): void;
  /** By peer: whether it knows the newest version of a collection. */
  synced(collection: string): ReadonlyMap<string, boolean>;
  /** Streams that are not served yet: more were opened at once than the rate allows. */
  waiting(): number;
}

type Call = ServerDuplexStream<Received, Buffer>;

const refuse = (call: Call, code: number, details: string): void => { call.emit('error', { code, details }); };

/** Serves whoever opens a stream. */
export const source = (parts: SourceParts): Source => {
  const open = new Map<Call, { readonly peer: string; readonly serving: Serving }>();
  const waiting = new Set<Call>();
  let draining = false;
  const { metrics, scope, component } = parts;

  const counted = (words: string): void => {
    metrics.set('mesh_mcp_clients_total', { component }, open.size);
    scope.info(`${words}, ${open.size} open`);
  };
  const stopping = (call: Call): void => { refuse(call, status.UNAVAILABLE, 'the source is stopping'); };
  /** Whether a stream may be served; one that may not is ended, with the reason. */
  const admitted = async (call: Call, over: AbortSignal): Promise<boolean> => {
    waiting.add(call);
    const taken = await parts.streams.take(over);
    if (!waiting.delete(call) || !taken) return false;
    if (draining) { stopping(call); return false; }
    const reason = parts.access && denial(parts.access(), identitiesOfPeer(call as ServerDuplexStream<unknown, unknown>));
    if (reason === undefined) return true;
    parts.denied(reason);
    refuse(call, status.UNAUTHENTICATED, `Authentication failure: ${reason}`);
    return false;
  };
  const serve = async (call: Call): Promise<void> => {
    const stream = duplexOf(call);
    const peer = call.getPeer();
    if (!await admitted(call, stream.over)) return;
    const header = new Metadata();
    header.set('config.source.version', parts.version);
    for (const [key, value] of parts.meta ?? []) header.add(key, value);
    call.sendMetadata(header);
    const serving = serveStream(stream, { ...parts, rate: parts.requests(), peer });
    open.set(call, { peer, serving });
    counted(`${peer}: stream opened`);
    try {
      await serving.done;
      call.end();
    } catch (error) {
      const { code = status.UNKNOWN, message } = error as { code?: unknown; message: string };
      const number = stream.over.aborted && !(error instanceof StreamRefused) ? status.CANCELLED : typeof code === 'number' ? code : status.UNKNOWN;
      metrics.add('mesh_mcp_recv_failures_total', { component, code: String(number), error: message });
      if (error instanceof StreamRefused) refuse(call, error.code, message);
      else if (!stream.over.aborted) refuse(call, number, message);
    } finally {
      open.delete(call);
      counted(`${peer}: stream closed`);
    }
  };
  return {
    handle: (call) => {
      serve(call).catch((error: unknown) => {
        scope.error(`a stream failed; this is our fault, please report it: ${String(error)}`);
        refuse(call, status.INTERNAL, 'the stream failed in the source');
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
    waiting: () => waiting.size,
    synced: (collection) => {
      const all = new Map<string, boolean>();
      // One connection may carry several streams, and all who dial a socket look the same.
      for (const { peer, serving } of open.values()) all.set(peer, serving.synced(collection) && all.get(peer) !== false);
      return all;
    },
  };
};
