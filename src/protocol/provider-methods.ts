import type { FindMethod } from './grpc/server.ts';
import { rpcs } from './rpc/index.ts';
import { createSessions, type MakeProvider } from './session.ts';
import { noteUse, procedurePath } from './stored-methods.ts';

/** The procedures of a provider, by path. */
export const providerMethods = (makeProvider: MakeProvider, { perConnection }: { perConnection: boolean }): FindMethod => {
  const sessionOf = createSessions(makeProvider, perConnection);
  const methods = new Map(rpcs.map((rpc) => [procedurePath(rpc.name), noteUse(rpc.name, rpc.method(sessionOf))]));
  return (path) => methods.get(path);
};
