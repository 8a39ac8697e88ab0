import { encodeDiagnostics } from '../../diagnostics.ts';
import { diagnosticsField } from '../../messages/diagnostic.ts';
import { DynamicValue } from '../../messages/value.ts';
import { intField, messageField, stringField } from '../../protobuf/field.ts';
import { defineMessage } from '../../protobuf/message.ts';
import { receiveProtocolConfig } from '../../values.ts';
import { rpc } from '../rpc.ts';
import { chooseChunkSize } from './chunk-size.ts';
import { stateStoreFor, storeCall } from './store-call.ts';

/** The message of both sides: the engine suggests, the provider decides. */
const StateStoreCapabilities = defineMessage({ chunk_size: intField(1) });

export const configureStateStore = rpc(
  'ConfigureStateStore',
  { type_name: stringField(1), config: messageField(2, DynamicValue), capabilities: messageField(3, StateStoreCapabilities) },
  { diagnostics: diagnosticsField(1), capabilities: messageField(2, StateStoreCapabilities) },
  async ({ type_name, config, capabilities }, context) => {
    const server = stateStoreFor(context, type_name);
    const diagnostics = await server.configure(receiveProtocolConfig(config, server.schema), storeCall(context));
    const chunkSize = chooseChunkSize(capabilities?.chunk_size ?? 0);
    context.session.chunkSizes.set(type_name, chunkSize);
    return { diagnostics: encodeDiagnostics(diagnostics), capabilities: { chunk_size: chunkSize } };
  },
);
