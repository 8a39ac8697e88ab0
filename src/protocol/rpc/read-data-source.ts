import { encodeDiagnostics } from '../diagnostics.ts';
import { ClientCapabilities, DeferredMessage, encodeDeferral, withCapabilities } from '../messages/capabilities.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { messageField, stringField } from '../protobuf/field.ts';
import type { Diagnostic } from '../provider-server.ts';
import { receiveProtocolConfig, encodeProtocolValues } from '../values.ts';
import { rpc, serverFor } from './rpc.ts';

export const readDataSource = rpc(
  'ReadDataSource',
  { type_name: stringField(1), config: messageField(2, DynamicValue), client_capabilities: messageField(4, ClientCapabilities) },
  {
    state: messageField(1, DynamicValue),
    diagnostics: diagnosticsField(2),
    deferred: messageField(3, DeferredMessage),
  },
  async ({ type_name, config, client_capabilities }, { provider, call }) => {
    const server = serverFor(provider.dataSources, 'data source', type_name);
    const { state, diagnostics, ...answer } = await server.read(
      receiveProtocolConfig(config, server.schema),
      withCapabilities(call, client_capabilities),
    );
    const mismatches: Diagnostic[] = [];
    return {
      state: encodeProtocolValues(state, server.schema, type_name, mismatches),
      diagnostics: encodeDiagnostics([...diagnostics, ...mismatches]),
      deferred: encodeDeferral(answer),
    };
  },
);
