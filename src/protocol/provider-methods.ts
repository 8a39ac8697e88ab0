import { usedProcedures } from './code-cache/used-procedures.ts';
import type { GrpcMethod } from './grpc/server.ts';
import { rpcs } from './rpc/index.ts';
import type { createSessions } from './session.ts';
import type { StoredAnswers } from './stored-answers.ts';

const storedMethod = (answers: StoredAnswers, procedure: string): GrpcMethod => ({
  unary: async () => Buffer.from(answers[procedure]!, 'base64'),
});

const noteUse = (procedure: string, method: GrpcMethod): GrpcMethod => {
  const note = (): unknown => usedProcedures().add(procedure);
  if ('unary' in method) return { unary: (request, call) => (note(), method.unary(request, call)) };
  if ('stream' in method) return { stream: (request, call) => (note(), method.stream(request, call)) };
  return method;
};

/** By path, such as `/tfplugin6.Provider/ReadResource`. A procedure whose answer is stored needs no provider. */
export const providerMethods = (
  sessionOf: ReturnType<typeof createSessions>,
  answers: StoredAnswers = {},
): ReadonlyMap<string, GrpcMethod> =>
  new Map(
    rpcs.map((rpc) => [
      `/tfplugin6.Provider/${rpc.name}`,
      noteUse(rpc.name, Object.hasOwn(answers, rpc.name) ? storedMethod(answers, rpc.name) : rpc.method(sessionOf)),
    ]),
  );
