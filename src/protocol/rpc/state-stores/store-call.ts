import type { CallContext, StateStoreServer } from '../../provider-server.ts';
import { type RpcContext, serverFor } from '../rpc.ts';

export const stateStoreFor = ({ provider }: RpcContext, type: string): StateStoreServer =>
  serverFor(provider.stateStores, 'state store', type);

/** A stop of the provider ends no call of a state store: the engine then writes its last state, and unlocks. */
export const storeCall = ({ call: { signal, abandoned } }: RpcContext): CallContext => ({ signal: abandoned ?? signal });
