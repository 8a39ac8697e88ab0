import type { Socket } from 'node:net';
import { serveConnection } from '../http2/connection.ts';
import { encodeHeaders } from '../http2/encode-headers.ts';
import type { Http2Connection, Http2Stream } from '../http2/stream.ts';
import { frameMessage, readRequestMessage, readRequestMessages } from './frame.ts';
import { statusCode, GrpcError, encodeStatusMessage, parseTimeout } from './status.ts';

export interface GrpcCall {
  /** Fires when the client hangs up or its deadline passes, and by `abort`. */
  readonly signal: AbortSignal;
  /** Fires when the client hangs up or its deadline passes. */
  readonly abandoned: AbortSignal;
  /** Fires `signal` for another reason. */
  abort(reason: Error): void;
  /** The connection the call came by. */
  readonly connection: Http2Connection;
  /** Calls the listener when the system has the whole answer, or the client has left. */
  whenClosed(listener: () => void): void;
}
/** `collect`: many requests of at most `largest` bytes each, one answer. `held`: never answered; the stream ends with its connection. */
export type GrpcMethod =
  | { unary(request: Buffer, call: GrpcCall): Promise<Uint8Array> }
  | { stream(request: Buffer, call: GrpcCall): AsyncIterable<Uint8Array> }
  | { collect(requests: AsyncIterable<Buffer>, call: GrpcCall): Promise<Uint8Array>; readonly largest: number }
  | { held: true };

/** `undefined`: there is no such method. A promise: it is being loaded. */
export type FindMethod = (path: string) => GrpcMethod | undefined | Promise<GrpcMethod | undefined>;

export interface GrpcServer {
  /** Serves a client on this socket. */
  accept(socket: Socket): void;
  onConnection(listener: (connection: Http2Connection) => void): void;
  /** Whether a call is running; streams that are only kept open do not count. */
  isBusy(): boolean;
}

const responseHeaders = { ':status': '200', 'content-type': 'application/grpc' };
const headerBlock = encodeHeaders(responseHeaders);
const successBlock = encodeHeaders({ 'grpc-status': String(statusCode.ok) });

/** A response: headers before its first message, and the status after the last one. A closed stream is ignored. */
const createAnswer = (stream: Http2Stream) => {
  let hasHeaders = false;
  return {
    send: (message: Uint8Array): Promise<void> => {
      if (!hasHeaders) stream.sendHeaders(headerBlock);
      hasHeaders = true;
      return stream.send(frameMessage(message));
    },
    succeed: () => {
      if (!hasHeaders) stream.sendHeaders(headerBlock);
      stream.end(successBlock);
    },
    fail: (status: number, message: string) => {
      const trailers = { 'grpc-status': String(status), 'grpc-message': encodeStatusMessage(message) };
      stream.end(encodeHeaders(hasHeaders ? trailers : { ...responseHeaders, ...trailers }));
    },
  };
};
type Answer = ReturnType<typeof createAnswer>;

const createCall = (stream: Http2Stream, abandoned: AbortSignal): GrpcCall => {
  const abort = new AbortController();
  if (abandoned.aborted) abort.abort(abandoned.reason);
  else abandoned.addEventListener('abort', () => abort.abort(abandoned.reason), { once: true });
  return {
    signal: abort.signal,
    abandoned,
    abort: (reason) => abort.abort(reason),
    connection: stream.connection,
    whenClosed: (listener) => stream.onClose(listener),
  };
};

const handleCall = async (
  stream: Http2Stream,
  path: string,
  methods: FindMethod,
  abandoned: AbortSignal,
  answer: Answer,
): Promise<void> => {
  const method = await methods(path);
  if (method === undefined) throw new GrpcError(statusCode.unimplemented, `there is no method ${path}`);
  if ('held' in method) return stream.discardBody();
  if ('collect' in method) {
    void answer.send(await method.collect(readRequestMessages(stream, method.largest), createCall(stream, abandoned)));
    return answer.succeed();
  }
  const request = await readRequestMessage(stream);
  const call = createCall(stream, abandoned);
  if ('unary' in method) void answer.send(await method.unary(request, call));
  else
    for await (const message of method.stream(request, call)) {
      if (stream.isClosed) throw new GrpcError(statusCode.cancelled, 'the call was cancelled');
      await answer.send(message);
    }
  answer.succeed();
};

/** Resolves when the call has ended, whether with an answer or with an error. */
const serveStream = (methods: FindMethod, stream: Http2Stream): Promise<void> => {
  const abort = new AbortController();
  const answer = createAnswer(stream);
  const pass = (): void => {
    answer.fail(statusCode.deadlineExceeded, 'the deadline passed');
    abort.abort(new GrpcError(statusCode.deadlineExceeded, 'the deadline passed'));
  };
  const timeout = parseTimeout(stream.headers.get('grpc-timeout'));
  const timer = timeout === undefined ? undefined : setTimeout(pass, Math.min(timeout, 2 ** 31 - 1));
  let isAnswered = false;
  stream.onClose(() => {
    clearTimeout(timer);
    // Every call ends here; an error with a stack is created only for calls without a response.
    if (!isAnswered) abort.abort(new GrpcError(statusCode.cancelled, 'the engine cancelled the call'));
  });
  return handleCall(stream, stream.headers.get(':path') ?? '', methods, abort.signal, answer).then(
    () => {
      isAnswered = true;
    },
    (error: unknown) =>
      error instanceof GrpcError
        ? answer.fail(error.code, error.message)
        : answer.fail(statusCode.internal, error instanceof Error ? error.message : String(error)),
  );
};

/** gRPC over HTTP/2 without transport security: sockets are handed to it, from a net or a TLS server. */
export const grpcServer = (methods: FindMethod): GrpcServer => {
  const listeners: ((connection: Http2Connection) => void)[] = [];
  const running = new Set<Promise<void>>();
  const serveCounted = (stream: Http2Stream): void => {
    const call = serveStream(methods, stream).finally(() => running.delete(call));
    running.add(call);
  };
  return {
    accept: (socket) => {
      const connection = serveConnection(socket, serveCounted);
      for (const listener of listeners) listener(connection);
    },
    onConnection: (listener) => void listeners.push(listener),
    isBusy: () => running.size > 0,
  };
};
