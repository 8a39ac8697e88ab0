import type { GrpcMethod } from './grpc/server.ts';
import { rpcs } from './rpc/index.ts';
import type { createSessions } from './session.ts';
import type { StoredAnswers } from './stored-answers.ts';

const storedMethod = (answer: string): GrpcMethod => ({ unary: async () => Buffer.from(answer, 'base64') });

/** By path, such as `/tfplugin6.Provider/ReadResource`. A procedure whose answer is stored needs no provider. */
export const providerMethods = (
  sessionOf: ReturnType<typeof createSessions>,
  answers: StoredAnswers = {},
): ReadonlyMap<string, GrpcMethod> =>
  new Map(
    rpcs.map((rpc) => {
      const answer = answers[rpc.name];
      return [`/tfplugin6.Provider/${rpc.name}`, answer === undefined ? rpc.method(sessionOf) : storedMethod(answer)];
    }),
  );
