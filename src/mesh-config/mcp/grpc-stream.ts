import type { ClientDuplexStream, ServerDuplexStream } from '@grpc/grpc-js';
import type { Duplex, Received } from './stream.ts';

type Either = ServerDuplexStream<Received, Buffer> | ClientDuplexStream<Buffer, Received>;

/** A call of gRPC, ours or a sink's, as what serves a stream sees it. */
export const duplexOf = (call: Either): Duplex => {
  const over = new AbortController();
  for (const event of ['cancelled', 'close', 'error', 'end']) call.on(event, () => { over.abort(); });
  return {
    // Leaving the loop must leave the call whole: its status is still to be sent.
    over: over.signal, requests: call.iterator({ destroyOnReturn: false }) as AsyncIterable<Received>,
    send: (response) => new Promise((done, fail) => {
      const left = (): void => { fail(new Error('the stream is over')); };
      if (over.signal.aborted) { left(); return; }
      over.signal.addEventListener('abort', left, { once: true });
      call.write(response, (error?: Error | null) => {
        over.signal.removeEventListener('abort', left);
        if (error) fail(error); else done();
      });
    }),
  };
};
