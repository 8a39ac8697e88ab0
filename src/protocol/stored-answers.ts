import type { GrpcCall } from './grpc/server.ts';
import { rpcs } from './rpc/index.ts';
import { createSession, type MakeProvider } from './session.ts';
import type { StoredAnswers } from './stored-methods.ts';

export const constantProcedures = ['GetMetadata', 'GetProviderSchema', 'GetResourceIdentitySchemas', 'GetFunctions'];

/** What this provider answers to the procedures that have one answer: asked once, at the build. */
export const createStoredAnswers = async (makeProvider: MakeProvider): Promise<StoredAnswers> => {
  const session = createSession(makeProvider);
  const { signal } = new AbortController();
  const call = { signal, abandoned: signal, abort: () => {} } as unknown as GrpcCall;
  const answers: [string, string][] = [];
  for (const rpc of rpcs.filter(({ name }) => constantProcedures.includes(name))) {
    const method = rpc.method(() => session);
    if (!('unary' in method)) throw new Error(`${rpc.name} is no procedure with one answer`);
    const bytes = await method.unary(Buffer.alloc(0), call);
    const { diagnostics } = rpc.response.decode(Buffer.from(bytes)) as { readonly diagnostics?: readonly unknown[] };
    if (diagnostics?.length) throw new Error(`${rpc.name} answered diagnostics: ${JSON.stringify(diagnostics)}`);
    answers.push([rpc.name, Buffer.from(bytes).toString('base64')]);
  }
  return Object.fromEntries(answers);
};
