import { usedProcedures } from './code-cache/used-procedures.ts';
import type { GrpcMethod } from './grpc/server.ts';

/** Responses by procedure, base64: those that depend neither on the request nor on a configuration. Members may be getters. */
export interface StoredAnswers {
  readonly [procedure: string]: string;
}

/** The path of a procedure of the provider, such as `/tfplugin6.Provider/ReadResource`. */
export const procedurePath = (name: string): string => `/tfplugin6.Provider/${name}`;

/** Notes a called procedure for the cache of compiled code. */
export const noteUse = (procedure: string, method: GrpcMethod): GrpcMethod => {
  const note = (): unknown => usedProcedures().add(procedure);
  if ('unary' in method) return { unary: (request, call) => (note(), method.unary(request, call)) };
  if ('stream' in method) return { stream: (request, call) => (note(), method.stream(request, call)) };
  if ('collect' in method) return { ...method, collect: (requests, call) => (note(), method.collect(requests, call)) };
  return method;
};

/** Procedures by path that need no provider. `onAnswered` is called when an answer has left. */
export const storedMethods = (answers: StoredAnswers, onAnswered: () => void): ReadonlyMap<string, GrpcMethod> =>
  new Map(
    Object.keys(answers).map((name) => [
      procedurePath(name),
      noteUse(name, {
        unary: async (_, { whenClosed }) => {
          whenClosed(onAnswered);
          return Buffer.from(answers[name]!, 'base64');
        },
      }),
    ]),
  );
