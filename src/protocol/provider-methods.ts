import type { FindMethod, GrpcMethod } from './grpc/server.ts';
import { rpcs } from './rpc/index.ts';
import type { Rpc } from './rpc/rpc.ts';
import { stateStoreRpcs } from './rpc/state-stores/index.ts';
import { stateStoreProcedures } from './rpc/state-stores/procedures.ts';
import { createSessions, type MakeProvider } from './session.ts';
import { noteUse, procedurePath } from './stored-methods.ts';

/** The procedures of a provider, by path. */
export const providerMethods = (makeProvider: MakeProvider, { perConnection }: { perConnection: boolean }): FindMethod => {
  const sessionOf = createSessions(makeProvider, perConnection);
  const serve = (all: readonly Rpc[]): ReadonlyMap<string, GrpcMethod> =>
    new Map(all.map((rpc) => [procedurePath(rpc.name), noteUse(rpc.name, rpc.method(sessionOf))]));
  const methods = serve(rpcs);
  const ofStateStores = new Set(stateStoreProcedures.map(procedurePath));
  let stores: ReadonlyMap<string, GrpcMethod> | undefined;
  return (path) => (ofStateStores.has(path) ? (stores ??= serve(stateStoreRpcs)).get(path) : methods.get(path));
};
