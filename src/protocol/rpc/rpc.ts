import { errorDiagnostic, encodeDiagnostic } from '../diagnostics.ts';
import type { GrpcCall, GrpcMethod } from '../grpc/server.ts';
import { GrpcError } from '../grpc/status.ts';
import type { Http2Connection } from '../http2/stream.ts';
import type { diagnosticsField } from '../messages/diagnostic.ts';
import { type Fields, type Message, defineMessage, type FieldValues } from '../protobuf/message.ts';
import type { CallContext, Diagnostic, Provider } from '../provider-server.ts';
import type { EngineSession } from '../session.ts';

export interface RpcContext {
  readonly provider: Provider;
  readonly call: CallContext;
  readonly session: EngineSession;
}
/** A remote procedure, once it is known whose connections it answers. */
export interface Rpc {
  readonly name: string;
  readonly request: Message<any>;
  readonly response: Message<any>;
  method(sessionOf: (connection: Http2Connection) => EngineSession): GrpcMethod;
}

type DiagnosticsField = { readonly diagnostics: ReturnType<typeof diagnosticsField> };

/** The name of a call in messages: the procedure and its type. */
const describeCall = (name: string, request: unknown): string => {
  const { type_name: type, action_type: action } = (request ?? {}) as { type_name?: string; action_type?: string };
  return type || action ? `${name} of ${type || action}` : name;
};

type RunProcedure = (bytes: Buffer, call: GrpcCall) => AsyncIterable<Uint8Array>;

/** Defines a procedure: its calls are counted, and any error becomes the response of `failed`, never a gRPC error. */
const defineProcedure = <const Q extends Fields, const S extends Fields>(
  name: string,
  request: Q,
  response: S,
  answers: (request: FieldValues<Q>, context: RpcContext) => AsyncIterable<Partial<FieldValues<S>>>,
  failed: (error: Diagnostic, request: FieldValues<Q> | undefined) => Partial<FieldValues<S>>,
  kind: (run: RunProcedure) => GrpcMethod,
): Rpc => {
  const requestMessage = defineMessage(request);
  const responseMessage = defineMessage(response);
  return {
    name,
    request: requestMessage,
    response: responseMessage,
    method: (sessionOf) =>
      kind(async function* (bytes, call) {
        const session = sessionOf(call.connection);
        let received: FieldValues<Q> | undefined;
        session.enter(call);
        try {
          received = requestMessage.decode(bytes);
          for await (const one of answers(received, { provider: await session.provider(), call, session }))
            yield responseMessage.encode(one);
        } catch (error) {
          yield responseMessage.encode(failed(errorDiagnostic(describeCall(name, received), error, call.signal), received));
        } finally {
          session.leave(call);
        }
      }),
  };
};

const firstResponse = async (answers: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  for await (const one of answers) return one;
  throw new Error('a procedure answered nothing');
};

/** One request, one answer. */
export const unaryRpc = <const Q extends Fields, const S extends Fields>(
  name: string,
  request: Q,
  response: S,
  answer: (request: FieldValues<Q>, context: RpcContext) => Promise<Partial<FieldValues<S>>>,
  failed: (error: Diagnostic, request: FieldValues<Q> | undefined) => Partial<FieldValues<S>>,
): Rpc =>
  defineProcedure(
    name,
    request,
    response,
    async function* (...requestMessage) {
      yield await answer(...requestMessage);
    },
    failed,
    (run) => ({ unary: (bytes, call) => firstResponse(run(bytes, call)) }),
  );

/**
 * Defines a procedure whose response has a list of diagnostics, as nearly all have. `kept`: what the response must contain even after an
 * error, such as the prior state.
 */
export const rpc = <const Q extends Fields, const S extends Fields & DiagnosticsField>(
  name: string,
  request: Q,
  response: S,
  answer: (request: FieldValues<Q>, context: RpcContext) => Promise<Partial<FieldValues<S>>>,
  privateState: (request: FieldValues<Q>) => Partial<FieldValues<S>> = () => ({}),
): Rpc =>
  unaryRpc(
    name,
    request,
    response,
    answer,
    (error, received) =>
      ({ ...(received === undefined ? {} : privateState(received)), diagnostics: [encodeDiagnostic(error)] }) as Partial<FieldValues<S>>,
  );

/** One request, many answers; `failed` is the last of them when something was thrown. */
export const streamingRpc = <const Q extends Fields, const S extends Fields>(
  name: string,
  request: Q,
  response: S,
  answers: (request: FieldValues<Q>, context: RpcContext) => AsyncIterable<Partial<FieldValues<S>>>,
  failed: (error: Diagnostic) => Partial<FieldValues<S>>,
): Rpc => defineProcedure(name, request, response, answers, failed, (run) => ({ stream: run }));

async function* decodeEach<T>(message: Message<T>, requests: AsyncIterable<Buffer>): AsyncGenerator<T, void> {
  for await (const bytes of requests) yield message.decode(bytes);
}

/** Many requests of at most `largest` bytes each, one answer. */
export const collectingRpc = <const Q extends Fields, const S extends Fields & DiagnosticsField>(
  name: string,
  request: Q,
  response: S,
  largest: number,
  answer: (requests: AsyncIterable<FieldValues<Q>>, context: RpcContext) => Promise<Partial<FieldValues<S>>>,
): Rpc => {
  const requestMessage = defineMessage(request);
  const responseMessage = defineMessage(response);
  const failed = (error: unknown, { signal }: CallContext) =>
    ({ diagnostics: [encodeDiagnostic(errorDiagnostic(name, error, signal))] }) as unknown as Partial<FieldValues<S>>;
  return {
    name,
    request: requestMessage,
    response: responseMessage,
    method: (sessionOf) => ({
      largest,
      collect: async (requests, call) => {
        const session = sessionOf(call.connection);
        session.enter(call);
        try {
          const context = { provider: await session.provider(), call, session };
          return responseMessage.encode(await answer(decodeEach(requestMessage, requests), context));
        } catch (error) {
          if (error instanceof GrpcError) throw error;
          return responseMessage.encode(failed(error, call));
        } finally {
          session.leave(call);
        }
      },
    }),
  };
};

/** The server of one type; for an unknown type the engine has the schema of another provider. */
export const serverFor = <T>(all: { readonly [type: string]: T }, kind: string, type: string): T => {
  if (!Object.hasOwn(all, type)) throw new Error(`this provider has no ${kind} ${JSON.stringify(type)}`);
  return all[type]!;
};
