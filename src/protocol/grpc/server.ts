import { createServer, type Http2Server, type Http2Session, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { frameMessage, readRequestMessage } from './frame.ts';
import { statusCode, GrpcError, encodeStatusMessage, parseTimeout } from './status.ts';

export interface GrpcCall {
  /** Fires when the client hangs up or its deadline passes, and by `abort`. */
  readonly signal: AbortSignal;
  /** Fires when the client hangs up or its deadline passes. */
  readonly abandoned: AbortSignal;
  /** Fires `signal` for another reason. */
  abort(reason: Error): void;
  /** The connection the call came by. */
  readonly session: Http2Session;
  /** Calls the listener when the answer has left, or the client has. */
  whenClosed(listener: () => void): void;
}
/** `held`: never answered; the stream ends with its connection. */
export type GrpcMethod =
  | { unary(request: Buffer, call: GrpcCall): Promise<Uint8Array> }
  | { stream(request: Buffer, call: GrpcCall): AsyncIterable<Uint8Array> }
  | { held: true };

/** `undefined`: there is no such method. */
export type FindMethod = (path: string) => GrpcMethod | undefined;

const responseHeaders = { ':status': 200, 'content-type': 'application/grpc' };

/** Answers once; a stream that is gone already is left alone. */
const endStream = (stream: ServerHttp2Stream, status: number, message: string, last?: Buffer): void => {
  if (stream.destroyed || stream.closed) return;
  const trailers = { 'grpc-status': String(status), ...(message === '' ? {} : { 'grpc-message': encodeStatusMessage(message) }) };
  if (!stream.headersSent && last === undefined) {
    stream.respond({ ...responseHeaders, ...trailers }, { endStream: true });
    return;
  }
  stream.once('wantTrailers', () => stream.sendTrailers(trailers));
  if (!stream.headersSent) stream.respond(responseHeaders, { waitForTrailers: true });
  stream.end(last);
};

const sendMessage = async (stream: ServerHttp2Stream, message: Uint8Array): Promise<void> => {
  if (stream.destroyed) throw new GrpcError(statusCode.cancelled, 'the call was cancelled');
  if (!stream.headersSent) stream.respond(responseHeaders, { waitForTrailers: true });
  if (!stream.write(frameMessage(message)))
    await new Promise<void>((resolve) => {
      stream.once('drain', resolve);
      stream.once('close', resolve);
    });
};

const handleCall = async (stream: ServerHttp2Stream, path: string, methods: FindMethod, abandoned: AbortSignal): Promise<void> => {
  const method = methods(path);
  if (method === undefined) throw new GrpcError(statusCode.unimplemented, `there is no method ${path}`);
  if ('held' in method) return void stream.resume();
  const request = await readRequestMessage(stream);
  const abort = new AbortController();
  if (abandoned.aborted) abort.abort(abandoned.reason);
  else abandoned.addEventListener('abort', () => abort.abort(abandoned.reason), { once: true });
  const call: GrpcCall = {
    signal: abort.signal,
    abandoned,
    abort: (reason) => abort.abort(reason),
    session: stream.session!,
    whenClosed: (listener) => void stream.once('close', listener),
  };
  if ('unary' in method) return endStream(stream, statusCode.ok, '', frameMessage(await method.unary(request, call)));
  for await (const message of method.stream(request, call)) await sendMessage(stream, message);
  endStream(stream, statusCode.ok, '', stream.headersSent ? undefined : Buffer.alloc(0));
};

const streamHandler =
  (methods: FindMethod) =>
  (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void => {
    const abort = new AbortController();
    const timeout = parseTimeout(headers['grpc-timeout']);
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(
            () => {
              endStream(stream, statusCode.deadlineExceeded, 'the deadline passed');
              abort.abort(new GrpcError(statusCode.deadlineExceeded, 'the deadline passed'));
            },
            Math.min(timeout, 2 ** 31 - 1),
          );
    stream.on('error', () => {
      /* the peer reset the stream; 'close' follows and ends the call */
    });
    let responseMessage = false;
    stream.on('close', () => {
      clearTimeout(timer);
      // Every call ends with this; an error and its stack are made only for those that nobody waits for any more.
      if (!responseMessage) abort.abort(new GrpcError(statusCode.cancelled, 'the engine cancelled the call'));
    });
    handleCall(stream, String(headers[':path']), methods, abort.signal).then(
      () => {
        responseMessage = true;
      },
      (error: unknown) =>
        error instanceof GrpcError
          ? endStream(stream, error.code, error.message)
          : endStream(stream, statusCode.internal, error instanceof Error ? error.message : String(error)),
    );
  };

/** gRPC over HTTP/2 without transport security: sockets are handed to it by `connection`, from a net or a TLS server. */
export const grpcServer = (methods: FindMethod): Http2Server => {
  const server = createServer({ maxSessionMemory: 4096, settings: { initialWindowSize: 1 << 20, maxConcurrentStreams: 1000 } });
  server.on('session', (session) => session.setLocalWindowSize(1 << 24));
  server.on('stream', streamHandler(methods));
  return server;
};
