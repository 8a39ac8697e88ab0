import { type ChannelCredentials, Client, type ClientDuplexStream, Metadata, status } from '@grpc/grpc-js';
import type { Clock } from '../lifecycle/clock.ts';
import type { Component } from '../lifecycle/component.ts';
import { toMessageStream } from './message-stream.ts';
import { encodeTriggerResponse } from './response.ts';
import { type Keepalive, keepaliveOptions } from './mcp-server.ts';
import { resourceSinkService } from './mcp-source.ts';
import { type MessageStream, type ReceivedRequest, serveStream, type StreamOptions } from './serve-stream.ts';
import type { TokenBucket } from './token-bucket.ts';

export interface SinkConnectionOptions extends Omit<StreamOptions, 'peer' | 'requestLimiter'> {
  /** `host:port` of a sink that accepts sources. */
  readonly address: string;
  readonly credentials: ChannelCredentials;
  readonly version: string;
  readonly meta: readonly (readonly [key: string, value: string])[];
  readonly clock: Clock;
  readonly alive?: Keepalive;
  createRequestLimiter(): TokenBucket;
}

/** Milliseconds between the end of a stream and the next. */
const reconnectDelay = 1000;
/** Sent first, so that the sink starts its side of the stream; its response is ignored. */
export const triggerCollection = '$triggerCollection';

const skipTrigger = async function* (requests: AsyncIterable<ReceivedRequest>): AsyncGenerator<ReceivedRequest> {
  for await (const one of requests) if (one.request.collection !== triggerCollection) yield one;
};

const channelOptions = (alive: Keepalive) => ({
  'grpc.max_send_message_length': -1,
  ...alive,
  // A sink is found again soon, however long it was unreachable.
  'grpc.initial_reconnect_backoff_ms': reconnectDelay,
  'grpc.max_reconnect_backoff_ms': reconnectDelay,
  // The connection is not shared within the process.
  'grpc.use_local_subchannel_pool': 1,
});

interface Connection extends SinkConnectionOptions {
  readonly client: Client;
  /** The current stream. */
  call: ClientDuplexStream<Buffer, ReceivedRequest> | undefined;
  isSynced: ((collection: string) => boolean) | undefined;
  isStopped: boolean;
  /** Ends the wait before the next stream. */
  wake: (() => void) | undefined;
}

const openCall = (connection: Connection): ClientDuplexStream<Buffer, ReceivedRequest> => {
  const { client, address, scope, metrics, component, version, meta } = connection;
  const { path, requestSerialize, responseDeserialize } = resourceSinkService.EstablishResourceStream;
  const metadata = new Metadata();
  metadata.set('config.source.version', version);
  for (const [key, value] of meta) metadata.add(key, value);
  const call = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata);
  call.once('metadata', () => {
    metrics.add('mesh_mcp_reconnections', { component });
    scope.info(`${address}: stream to the sink opened`);
  });
  return call;
};

/** Serves one stream; resolves when the sink ends it. */
const serveOnce = async (connection: Connection): Promise<void> => {
  const call = openCall(connection);
  connection.call = call;
  const stream: MessageStream = toMessageStream(call);
  // A trigger that cannot be sent ends the stream, which is reported below.
  stream.send(encodeTriggerResponse(triggerCollection)).catch(() => {});
  const requests = skipTrigger(stream.requests);
  const options = { ...connection, requestLimiter: connection.createRequestLimiter(), peer: connection.address };
  const session = serveStream({ ...stream, requests }, options);
  connection.isSynced = session.isSynced;
  try {
    await session.done;
  } finally {
    // Releases what the ended stream still holds.
    call.cancel();
  }
};

const reportFailure = ({ address, scope, metrics, component }: Connection, error: unknown): void => {
  const { code, details, message } = error as { readonly code?: unknown; readonly details?: string; readonly message: string };
  const number = typeof code === 'number' ? code : status.UNKNOWN;
  metrics.add('mesh_mcp_recv_failures_total', { component, code: String(number), error: details ?? message });
  scope.warn(`${address}: stream to the sink ended: ${message}; the next is opened in ${reconnectDelay / 1000} s`);
};

const wait = (connection: Connection): Promise<void> =>
  new Promise((done) => {
    const cancel = connection.clock.schedule(reconnectDelay, done);
    connection.wake = () => {
      cancel();
      done();
    };
  });

const serveUntilStopped = async (connection: Connection): Promise<void> => {
  const { address, scope } = connection;
  while (!connection.isStopped) {
    try {
      await serveOnce(connection);
      if (!connection.isStopped) scope.info(`${address}: the sink ended the stream; the next is opened in ${reconnectDelay / 1000} s`);
    } catch (error) {
      if (!connection.isStopped) reportFailure(connection, error);
    }
    connection.isSynced = undefined;
    if (!connection.isStopped) await wait(connection);
  }
};

/** Dials a sink, and dials it again whenever the stream ends, until it is stopped. */
export const createSinkConnection = (
  options: SinkConnectionOptions,
): Component & { synced(collection: string): ReadonlyMap<string, boolean> } => {
  const { address, credentials, alive = keepaliveOptions } = options;
  const connection: Connection = {
    ...options,
    client: new Client(address, credentials, channelOptions(alive)),
    call: undefined,
    isSynced: undefined,
    isStopped: false,
    wake: undefined,
  };
  let running: Promise<void> = Promise.resolve();
  return {
    name: 'sink connection',
    start: async () => {
      running = serveUntilStopped(connection);
    },
    stop: async () => {
      connection.isStopped = true;
      connection.wake?.();
      connection.call?.cancel();
      await running;
      connection.client.close();
    },
    synced: (collection) => new Map(connection.isSynced ? [[address, connection.isSynced(collection)]] : []),
  };
};
