import type { GrpcMethod } from './grpc/server.ts';
import { rpcs } from './rpc/index.ts';
import type { createSessions } from './session.ts';

/** By path, such as `/tfplugin6.Provider/ReadResource`. */
export const providerMethods = (sessionOf: ReturnType<typeof createSessions>): ReadonlyMap<string, GrpcMethod> =>
  new Map(rpcs.map((rpc) => [`/tfplugin6.Provider/${rpc.name}`, rpc.method(sessionOf)]));
