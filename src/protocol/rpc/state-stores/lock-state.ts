import { encodeDiagnostics } from '../../diagnostics.ts';
import { diagnosticsField } from '../../messages/diagnostic.ts';
import { stringField } from '../../protobuf/field.ts';
import { rpc } from '../rpc.ts';
import { stateStoreFor, storeCall } from './store-call.ts';

export const lockState = rpc(
  'LockState',
  { type_name: stringField(1), state_id: stringField(2), operation: stringField(3) },
  { lock_id: stringField(1), diagnostics: diagnosticsField(2) },
  async ({ type_name, state_id, operation }, context) => {
    const { lockId, diagnostics } = await stateStoreFor(context, type_name).lock(state_id, operation, storeCall(context));
    return { lock_id: lockId ?? '', diagnostics: encodeDiagnostics(diagnostics) };
  },
);
