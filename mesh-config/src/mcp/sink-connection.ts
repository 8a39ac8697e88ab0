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
  /** `host:port` of a sink that waits for sources. */
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
/** What a source sends first, so that the sink's side of the stream begins; its answer means nothing. */
export const triggerCollection = '$triggerCollection';

const skipTrigger = async function* (requests: AsyncIterable<ReceivedRequest>): AsyncGenerator<ReceivedRequest> {
  for await (const one of requests) if (one.request.collection !== triggerCollection) yield one;
};

const channelOptions = (alive: Keepalive) => ({
  'grpc.max_send_message_length': -1,
  ...alive,
  // A sink that was away for long is found again as soon as it is there.
  'grpc.initial_reconnect_backoff_ms': reconnectDelay,
  'grpc.max_reconnect_backoff_ms': reconnectDelay,
  // A connection of our own, which nobody else in this process closes or keeps.
  'grpc.use_local_subchannel_pool': 1,
});

/** Dials a sink, and dials it again whenever the stream ends, until stopped. */
export const createSinkConnection = (
  parts: SinkConnectionOptions,
): Component & { synced(collection: string): ReadonlyMap<string, boolean> } => {
  const { address, scope, metrics, component } = parts;
  const client = new Client(address, parts.credentials, channelOptions(parts.alive ?? keepaliveOptions));
  const { path, requestSerialize, responseDeserialize } = resourceSinkService.EstablishResourceStream;
  let call: ClientDuplexStream<Buffer, ReceivedRequest> | undefined;
  let synced: ((collection: string) => boolean) | undefined;
  let stopped = false;
  let wake: (() => void) | undefined;

  const once = async (): Promise<void> => {
    const header = new Metadata();
    header.set('config.source.version', parts.version);
    for (const [key, value] of parts.meta) header.add(key, value);
    const opened = (call = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, header));
    opened.once('metadata', () => {
      metrics.add('mesh_mcp_reconnections', { component });
      scope.info(`${address}: stream to the sink opened`);
    });
    const stream: MessageStream = toMessageStream(opened);
    // When it cannot be sent, the stream is over, and that is told below.
    stream.send(encodeTriggerResponse(triggerCollection)).catch(() => {});
    const serving = serveStream(
      { ...stream, requests: skipTrigger(stream.requests) },
      { ...parts, requestLimiter: parts.createRequestLimiter(), peer: address },
    );
    synced = serving.isSynced;
    // What an ended stream still holds is given up with it.
    try {
      await serving.done;
    } finally {
      opened.cancel();
    }
  };
  const failed = (error: unknown): void => {
    const { code, details, message } = error as { readonly code?: unknown; readonly details?: string; readonly message: string };
    const number = typeof code === 'number' ? code : status.UNKNOWN;
    metrics.add('mesh_mcp_recv_failures_total', { component, code: String(number), error: details ?? message });
    scope.warn(`${address}: stream to the sink ended: ${message}; the next is opened in ${reconnectDelay / 1000} s`);
  };
  const keep = async (): Promise<void> => {
    while (!stopped) {
      try {
        await once();
        if (!stopped) scope.info(`${address}: the sink ended the stream; the next is opened in ${reconnectDelay / 1000} s`);
      } catch (error) {
        if (!stopped) failed(error);
      }
      synced = undefined;
      if (stopped) return;
      await new Promise<void>((done) => {
        const cancel = parts.clock.schedule(reconnectDelay, done);
        wake = () => {
          cancel();
          done();
        };
      });
    }
  };
  let kept: Promise<void> = Promise.resolve();
  return {
    name: 'sink connection',
    start: async () => {
      kept = keep();
    },
    stop: async () => {
      stopped = true;
      wake?.();
      call?.cancel();
      await kept;
      client.close();
    },
    synced: (collection) => new Map(synced ? [[address, synced(collection)]] : []),
  };
};
