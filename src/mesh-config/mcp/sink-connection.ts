import { type ChannelCredentials, Client, type ClientDuplexStream, Metadata, status } from '@grpc/grpc-js';
import type { Clock } from '../clock.ts';
import type { Component } from '../server/component.ts';
import { duplexOf } from './grpc-stream.ts';
import { triggerResponse } from './response.ts';
import { resourceSink } from './source.ts';
import { type Duplex, type Received, serveStream, type StreamParts } from './stream.ts';
import type { TokenBucket } from './token-bucket.ts';

export interface SinkConnectionParts extends Omit<StreamParts, 'peer' | 'rate'> {
  /** `host:port` of a sink that waits for sources. */
  readonly address: string;
  readonly credentials: ChannelCredentials;
  readonly version: string;
  readonly meta: readonly (readonly [key: string, value: string])[];
  readonly clock: Clock;
  requests(): TokenBucket;
}

/** Milliseconds between the end of a stream and the next. */
const pause = 1000;
/** What a source sends first, so that the sink's side of the stream begins; its answer means nothing. */
export const triggerCollection = '$triggerCollection';

const withoutTrigger = async function* (requests: AsyncIterable<Received>): AsyncGenerator<Received> {
  for await (const one of requests) if (one.request.collection !== triggerCollection) yield one;
};

/** Dials a sink, and dials it again whenever the stream ends, until stopped. */
export const sinkConnection = (parts: SinkConnectionParts): Component & { synced(collection: string): ReadonlyMap<string, boolean> } => {
  const { address, scope, metrics, component } = parts;
  const client = new Client(address, parts.credentials, { 'grpc.max_send_message_length': -1, 'grpc.keepalive_time_ms': 30_000 });
  const { path, requestSerialize, responseDeserialize } = resourceSink.EstablishResourceStream;
  let call: ClientDuplexStream<Buffer, Received> | undefined;
  let synced: ((collection: string) => boolean) | undefined;
  let stopped = false;
  let wake: (() => void) | undefined;

  const once = async (): Promise<void> => {
    const header = new Metadata();
    header.set('config.source.version', parts.version);
    for (const [key, value] of parts.meta) header.add(key, value);
    // What an earlier stream still held is given up with it.
    call?.cancel();
    const opened = call = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, header);
    const stream: Duplex = duplexOf(opened);
    metrics.add('mesh_mcp_reconnections', { component });
    await stream.send(triggerResponse(triggerCollection));
    const serving = serveStream({ ...stream, requests: withoutTrigger(stream.requests) }, { ...parts, rate: parts.requests(), peer: address });
    synced = serving.synced;
    scope.info(`${address}: stream to the sink opened`);
    await serving.done;
    opened.end();
  };
  const keep = async (): Promise<void> => {
    while (!stopped) {
      try { await once(); } catch (error) {
        const { code = status.UNKNOWN, message } = error as { code?: number; message: string };
        if (!stopped) {
          metrics.add('mesh_mcp_recv_failures_total', { component, code: String(typeof code === 'number' ? code : status.UNKNOWN), error: message });
          scope.warn(`${address}: stream to the sink ended: ${message}; the next is opened in ${pause / 1000} s`);
        }
      }
      synced = undefined;
      if (stopped) return;
      await new Promise<void>((done) => {
        const cancel = parts.clock.after(pause, done);
        wake = () => { cancel(); done(); };
      });
    }
  };
  let kept: Promise<void> = Promise.resolve();
  return {
    name: 'sink connection',
    start: async () => { kept = keep(); },
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
