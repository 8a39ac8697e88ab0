import { createServer, type Http2Server, type Http2Session, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { frame, requestMessage } from './frame.ts';
import { code, GrpcFault, statusMessage, timeoutOf } from './status.ts';

export interface GrpcCall {
  /** Fires when the client hangs up or its deadline passes. */
  readonly signal: AbortSignal;
  /** Fires it for another reason. */
  abort(reason: Error): void;
  /** The connection the call came by. */
  readonly session: Http2Session;
}
/** `held`: never answered; the stream ends with its connection. */
export type Method =
  | { unary(request: Buffer, call: GrpcCall): Promise<Uint8Array> }
  | { stream(request: Buffer, call: GrpcCall): AsyncIterable<Uint8Array> }
  | { held: true };

/** `undefined`: there is no such method. */
export type Methods = (path: string) => Method | undefined;

const head = { ':status': 200, 'content-type': 'application/grpc' };

/** Answers once; a stream that is gone already is left alone. */
const finish = (stream: ServerHttp2Stream, status: number, message: string, last?: Buffer): void => {
  if (stream.destroyed || stream.closed) return;
  const trailers = { 'grpc-status': String(status), ...(message === '' ? {} : { 'grpc-message': statusMessage(message) }) };
  if (!stream.headersSent && last === undefined) {
    stream.respond({ ...head, ...trailers }, { endStream: true });
    return;
  }
  stream.once('wantTrailers', () => stream.sendTrailers(trailers));
  if (!stream.headersSent) stream.respond(head, { waitForTrailers: true });
  stream.end(last);
};

const send = async (stream: ServerHttp2Stream, message: Uint8Array): Promise<void> => {
  if (stream.destroyed) throw new GrpcFault(code.cancelled, 'the call was given up');
  if (!stream.headersSent) stream.respond(head, { waitForTrailers: true });
  if (!stream.write(frame(message))) await new Promise<void>((resolve) => { stream.once('drain', resolve); stream.once('close', resolve); });
};

const answer = async (stream: ServerHttp2Stream, path: string, methods: Methods, abort: AbortController): Promise<void> => {
  const method = methods(path);
  if (method === undefined) throw new GrpcFault(code.unimplemented, `there is no method ${path}`);
  if ('held' in method) return void stream.resume();
  const request = await requestMessage(stream);
  const call: GrpcCall = { signal: abort.signal, abort: (reason) => abort.abort(reason), session: stream.session! };
  if ('unary' in method) return finish(stream, code.ok, '', frame(await method.unary(request, call)));
  for await (const message of method.stream(request, call)) await send(stream, message);
  finish(stream, code.ok, '', stream.headersSent ? undefined : Buffer.alloc(0));
};

const onStream = (methods: Methods) => (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void => {
  const abort = new AbortController();
  const timeout = timeoutOf(headers['grpc-timeout']);
  const clock = timeout === undefined ? undefined : setTimeout(() => {
    finish(stream, code.deadlineExceeded, 'the deadline passed');
    abort.abort(new GrpcFault(code.deadlineExceeded, 'the deadline passed'));
  }, Math.min(timeout, 2 ** 31 - 1));
  stream.on('error', () => { /* the peer reset the stream; 'close' follows and ends the call */ });
  let answered = false;
  stream.on('close', () => {
    clearTimeout(clock);
    // Every call ends with this; an error and its stack are made only for those that nobody waits for any more.
    if (!answered) abort.abort(new GrpcFault(code.cancelled, 'the engine gave the call up'));
  });
  answer(stream, String(headers[':path']), methods, abort).then(() => { answered = true; }, (fault: unknown) =>
    fault instanceof GrpcFault
      ? finish(stream, fault.code, fault.message)
      : finish(stream, code.internal, fault instanceof Error ? fault.message : String(fault)));
};

/** gRPC over HTTP/2 without transport security: sockets are handed to it by `connection`, from a net or a TLS server. */
export const grpcServer = (methods: Methods): Http2Server => {
  const server = createServer({ maxSessionMemory: 4096, settings: { initialWindowSize: 1 << 20, maxConcurrentStreams: 1000 } });
  server.on('session', (session) => session.setLocalWindowSize(1 << 24));
  server.on('stream', onStream(methods));
  return server;
};
