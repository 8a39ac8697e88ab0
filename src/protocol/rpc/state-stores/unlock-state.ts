import { encodeDiagnostics } from '../../diagnostics.ts';
import { diagnosticsField } from '../../messages/diagnostic.ts';
import { stringField } from '../../protobuf/field.ts';
import { rpc } from '../rpc.ts';
import { stateStoreFor, storeCall } from './store-call.ts';

export const unlockState = rpc(
  'UnlockState',
  { type_name: stringField(1), state_id: stringField(2), lock_id: stringField(3) },
  { diagnostics: diagnosticsField(1) },
  async ({ type_name, state_id, lock_id }, context) => ({
    diagnostics: encodeDiagnostics(await stateStoreFor(context, type_name).unlock(state_id, lock_id, storeCall(context))),
  }),
);
