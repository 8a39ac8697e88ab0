import type { Method } from './grpc/server.ts';
import { rpcs } from './rpc/index.ts';
import type { sessions } from './session.ts';

/** By path, such as `/tfplugin6.Provider/ReadResource`. */
export const providerMethods = (sessionOf: ReturnType<typeof sessions>): ReadonlyMap<string, Method> =>
  new Map(rpcs.map((rpc) => [`/tfplugin6.Provider/${rpc.name}`, rpc.method(sessionOf)]));
