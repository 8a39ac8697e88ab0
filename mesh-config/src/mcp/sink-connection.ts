import { type ChannelCredentials, Client, type ClientDuplexStream, Metadata, status } from '@grpc/grpc-js';
import type { Clock } from '../lifecycle/clock.ts';
import type { Component } from '../lifecycle/component.ts';
import { toMessageStream } from './message-stream.ts';
import { encodeTriggerResponse } from './response.ts';
import { type Keepalive, keepaliveOptions } from './mcp-server.ts';
import { resourceSinkService } from './mcp-source.ts';
import { type MessageStream, type ReceivedRequest, serveStream, type StreamOptions } from './serve-stream.ts';
import { createStreamCount, type StreamCount } from './stream-count.ts';
import type { TokenBucket } from './token-bucket.ts';
import { triggerCollection } from './trigger.ts';

export interface SinkConnectionOptions extends Omit<StreamOptions, 'peer' | 'requestLimiter'> {
  /** `host:port` of a sink that accepts sources. */
  readonly address: string;
  readonly credentials: ChannelCredentials;
  readonly version: string;
  readonly meta: readonly (readonly [key: string, value: string])[];
  readonly clock: Clock;
  readonly alive?: Keepalive;
  /** Default: a count of the streams of this connection. */
  readonly streams?: StreamCount;
  createRequestLimiter(): TokenBucket;
}

/** Milliseconds between the end of a stream and the next. */
const reconnectDelay = 1000;

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
  readonly streams: StreamCount;
  /** Whether the current stream was opened: its connection was made. */
  isOpen: boolean;
  /** Called when the connection is established. */
  isWaiting: boolean;
  /** The current stream. */
  call: ClientDuplexStream<Buffer, ReceivedRequest> | undefined;
  isSynced: ((collection: string) => boolean) | undefined;
  isStopped: boolean;
  /** Ends the wait before the next stream. */
  wake: (() => void) | undefined;
}

const recordOpen = (connection: Connection): void => {
  const { metrics, component, scope, address, streams } = connection;
  if (connection.isOpen || !connection.call) return;
  connection.isOpen = true;
  streams.change(1);
  metrics.add('mesh_mcp_reconnections', { component });
  scope.info(`${address}: stream to the sink opened`);
};

/** Waits for the connection, once at a time however often a stream is tried meanwhile. */
const watchConnection = (connection: Connection): void => {
  if (connection.isWaiting) return;
  connection.isWaiting = true;
  connection.client.waitForReady(Infinity, (error) => {
    connection.isWaiting = false;
    if (!error) recordOpen(connection);
  });
};

const recordClose = (connection: Connection): void => {
  if (connection.isOpen) connection.streams.change(-1);
  connection.isOpen = false;
  connection.call = undefined;
};

const openCall = (connection: Connection): ClientDuplexStream<Buffer, ReceivedRequest> => {
  const { client, version, meta } = connection;
  const { path, requestSerialize, responseDeserialize } = resourceSinkService.EstablishResourceStream;
  const metadata = new Metadata();
  metadata.set('config.source.version', version);
  for (const [key, value] of meta) metadata.add(key, value);
  const call = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata);
  return call;
};

/** Serves one stream; resolves when the sink ends it. */
const serveOnce = async (connection: Connection): Promise<void> => {
  const call = openCall(connection);
  connection.call = call;
  watchConnection(connection);
  const stream: MessageStream = toMessageStream(call);
  // A trigger that cannot be sent ends the stream, which is reported below.
  stream.send(encodeTriggerResponse(triggerCollection)).catch(() => {});
  const options = { ...connection, requestLimiter: connection.createRequestLimiter(), peer: connection.address };
  const session = serveStream(stream, options);
  connection.isSynced = session.isSynced;
  try {
    await session.done;
  } finally {
    // Releases what the ended stream still holds.
    call.cancel();
  }
};

const reportFailure = ({ address, scope, metrics, component, isOpen }: Connection, error: unknown): void => {
  const { code, details, message } = error as { readonly code?: unknown; readonly details?: string; readonly message: string };
  const number = typeof code === 'number' ? code : status.UNKNOWN;
  // A stream that could not be opened has received nothing.
  if (isOpen) metrics.add('mesh_mcp_recv_failures_total', { component, code: String(number), error: details ?? message });
  const outcome = isOpen ? 'ended' : 'could not be opened';
  scope.warn(`${address}: stream to the sink ${outcome}: ${message}; the next is opened in ${reconnectDelay / 1000} s`);
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
    recordClose(connection);
    if (!connection.isStopped) await wait(connection);
  }
};

/** Dials a sink, and dials it again whenever the stream ends, until it is stopped. */
export const createSinkConnection = (
  options: SinkConnectionOptions,
): Component & { synced(collection: string): ReadonlyMap<string, boolean> } => {
  const { address, credentials, metrics, component, alive = keepaliveOptions } = options;
  const { streams = createStreamCount(metrics, component) } = options;
  const connection: Connection = {
    ...options,
    streams,
    isOpen: false,
    isWaiting: false,
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
