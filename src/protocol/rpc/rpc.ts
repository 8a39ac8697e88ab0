import type { Http2Session } from 'node:http2';
import { faultDiagnostic, sentDiagnostic } from '../diagnostics.ts';
import type { GrpcCall, Method } from '../grpc/server.ts';
import type { diagnosticsAt } from '../messages/diagnostic.ts';
import { type Fields, type Message, message, type Of } from '../protobuf/message.ts';
import type { Calling, Diagnostic, Provider } from '../server.ts';
import type { Session } from '../session.ts';

export interface Context { readonly provider: Provider; readonly calling: Calling; readonly session: Session }
/** A remote procedure, once it is known whose connections it answers. */
export interface Rpc {
  readonly name: string;
  readonly request: Message<any>;
  readonly response: Message<any>;
  method(sessionOf: (connection: Http2Session) => Session): Method;
}

type Told = { readonly diagnostics: ReturnType<typeof diagnosticsAt> };

/** The name of a call for people: what and on which type. */
const subject = (name: string, request: unknown): string => {
  const { type_name: type, action_type: action } = (request ?? {}) as { type_name?: string; action_type?: string };
  return type || action ? `${name} of ${type || action}` : name;
};

type Run = (bytes: Buffer, call: GrpcCall) => AsyncIterable<Uint8Array>;

/** What every procedure does: it is entered and left, and whatever is thrown in between becomes what `failed` answers, never a gRPC error. */
const procedure = <const Q extends Fields, const S extends Fields>(
  name: string, request: Q, response: S,
  answers: (request: Of<Q>, context: Context) => AsyncIterable<Partial<Of<S>>>,
  failed: (fault: Diagnostic, request: Of<Q> | undefined) => Partial<Of<S>>,
  kind: (run: Run) => Method,
): Rpc => {
  const asked = message(request);
  const answered = message(response);
  return {
    name, request: asked, response: answered,
    method: (sessionOf) => kind(async function* (bytes, call) {
      const session = sessionOf(call.session);
      let received: Of<Q> | undefined;
      session.enter(call);
      try {
        received = asked.decode(bytes);
        for await (const one of answers(received, { provider: await session.provider(), calling: call, session })) yield answered.encode(one);
      } catch (fault) {
        yield answered.encode(failed(faultDiagnostic(subject(name, received), fault, call.signal), received));
      } finally {
        session.leave(call);
      }
    }),
  };
};

const first = async (answers: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  for await (const one of answers) return one;
  throw new Error('a procedure answered nothing');
};

/** One request, one answer. */
export const answering = <const Q extends Fields, const S extends Fields>(
  name: string, request: Q, response: S,
  answer: (request: Of<Q>, context: Context) => Promise<Partial<Of<S>>>,
  failed: (fault: Diagnostic, request: Of<Q> | undefined) => Partial<Of<S>>,
): Rpc => procedure(name, request, response, async function* (...asked) { yield await answer(...asked); }, failed,
  (run) => ({ unary: (bytes, call) => first(run(bytes, call)) }));

/** The same for the answers that have a list of diagnostics: nearly all. `kept`: what must survive a fault, such as the prior state. */
export const rpc = <const Q extends Fields, const S extends Fields & Told>(
  name: string, request: Q, response: S,
  answer: (request: Of<Q>, context: Context) => Promise<Partial<Of<S>>>,
  kept: (request: Of<Q>) => Partial<Of<S>> = () => ({}),
): Rpc => answering(name, request, response, answer, (fault, received) =>
  ({ ...(received === undefined ? {} : kept(received)), diagnostics: [sentDiagnostic(fault)] }) as Partial<Of<S>>);

/** One request, many answers; `failed` is the last of them when something was thrown. */
export const streaming = <const Q extends Fields, const S extends Fields>(
  name: string, request: Q, response: S,
  answers: (request: Of<Q>, context: Context) => AsyncIterable<Partial<Of<S>>>,
  failed: (fault: Diagnostic) => Partial<Of<S>>,
): Rpc => procedure(name, request, response, answers, failed, (run) => ({ stream: run }));

/** The server of one type; an engine that asks for another has a schema of another provider. */
export const served = <T>(all: { readonly [type: string]: T }, kind: string, type: string): T => {
  if (!Object.hasOwn(all, type)) throw new Error(`this provider has no ${kind} ${JSON.stringify(type)}`);
  return all[type]!;
};
