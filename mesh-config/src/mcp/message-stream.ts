import type { ClientDuplexStream, ServerDuplexStream } from '@grpc/grpc-js';
import type { MessageStream, ReceivedRequest } from './serve-stream.ts';

type GrpcCall = ServerDuplexStream<ReceivedRequest, Buffer> | ClientDuplexStream<Buffer, ReceivedRequest>;

/** A gRPC call, accepted or dialed, as seen by the code that serves a stream. */
export const toMessageStream = (call: GrpcCall): MessageStream => {
  const over = new AbortController();
  for (const event of ['cancelled', 'close', 'error', 'end'])
    call.on(event, () => {
      over.abort();
    });
  return {
    // Leaving the loop must leave the call whole: its status is still to be sent.
    closed: over.signal,
    requests: call.iterator({ destroyOnReturn: false }) as AsyncIterable<ReceivedRequest>,
    send: (response) =>
      new Promise((done, fail) => {
        const left = (): void => {
          fail(new Error('the stream is over'));
        };
        if (over.signal.aborted) {
          left();
          return;
        }
        over.signal.addEventListener('abort', left, { once: true });
        call.write(response, (error?: Error | null) => {
          over.signal.removeEventListener('abort', left);
          if (error) fail(error);
          else done();
        });
      }),
  };
};
