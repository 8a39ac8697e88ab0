import { encodeDiagnostics } from '../../diagnostics.ts';
import { diagnosticsField } from '../../messages/diagnostic.ts';
import { repeatedStringField, stringField } from '../../protobuf/field.ts';
import { rpc } from '../rpc.ts';
import { stateStoreFor, storeCall } from './store-call.ts';

export const getStates = rpc(
  'GetStates',
  { type_name: stringField(1) },
  { state_id: repeatedStringField(1), diagnostics: diagnosticsField(2) },
  async ({ type_name }, context) => {
    const { ids, diagnostics } = await stateStoreFor(context, type_name).list(storeCall(context));
    return { state_id: ids, diagnostics: encodeDiagnostics(diagnostics) };
  },
);
