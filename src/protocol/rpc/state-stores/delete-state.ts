import { encodeDiagnostics } from '../../diagnostics.ts';
import { diagnosticsField } from '../../messages/diagnostic.ts';
import { stringField } from '../../protobuf/field.ts';
import { rpc } from '../rpc.ts';
import { stateStoreFor, storeCall } from './store-call.ts';

export const deleteState = rpc(
  'DeleteState',
  { type_name: stringField(1), state_id: stringField(2) },
  { diagnostics: diagnosticsField(1) },
  async ({ type_name, state_id }, context) => ({
    diagnostics: encodeDiagnostics(await stateStoreFor(context, type_name).delete(state_id, storeCall(context))),
  }),
);
