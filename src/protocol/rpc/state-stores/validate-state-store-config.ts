import { encodeDiagnostics } from '../../diagnostics.ts';
import { diagnosticsField } from '../../messages/diagnostic.ts';
import { DynamicValue } from '../../messages/value.ts';
import { messageField, stringField } from '../../protobuf/field.ts';
import { receiveProtocolConfig } from '../../values.ts';
import { rpc } from '../rpc.ts';
import { stateStoreFor } from './store-call.ts';

export const validateStateStoreConfig = rpc(
  'ValidateStateStoreConfig',
  { type_name: stringField(1), config: messageField(2, DynamicValue) },
  { diagnostics: diagnosticsField(1) },
  async ({ type_name, config }, context) => {
    const server = stateStoreFor(context, type_name);
    return { diagnostics: encodeDiagnostics(await server.validate(receiveProtocolConfig(config, server.schema))) };
  },
);
