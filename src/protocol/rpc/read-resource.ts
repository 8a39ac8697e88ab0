import { encodeDiagnostics } from '../diagnostics.ts';
import { ClientCapabilities, DeferredMessage, encodeDeferral, IdentityData, withCapabilities } from '../messages/capabilities.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { bytesField, messageField, stringField } from '../protobuf/field.ts';
import type { Diagnostic } from '../provider-server.ts';
import { decodeIdentity, decodePrivate, receiveProtocolValues, encodeIdentity, encodePrivate, encodeProtocolValues } from '../values.ts';
import { rpc, serverFor } from './rpc.ts';

export const readResource = rpc(
  'ReadResource',
  {
    type_name: stringField(1),
    current_state: messageField(2, DynamicValue),
    private: bytesField(3),
    client_capabilities: messageField(5, ClientCapabilities),
    current_identity: messageField(6, IdentityData),
  },
  {
    new_state: messageField(1, DynamicValue),
    diagnostics: diagnosticsField(2),
    private: bytesField(3),
    deferred: messageField(4, DeferredMessage),
    new_identity: messageField(5, IdentityData),
  },
  async ({ type_name, current_state, private: privateState, client_capabilities, current_identity }, { provider, call }) => {
    const server = serverFor(provider.resources, 'resource', type_name);
    const state = receiveProtocolValues(current_state, server.schema);
    if (state === null) return { new_state: current_state, private: privateState };
    const found = await server.read(
      { state, private: decodePrivate(privateState), identity: decodeIdentity(current_identity, server.identity) },
      withCapabilities(call, client_capabilities),
    );
    const mismatches: Diagnostic[] = [];
    return {
      new_state: encodeProtocolValues(found.state, server.schema, type_name, mismatches),
      private: encodePrivate(found.private),
      deferred: encodeDeferral(found),
      new_identity:
        found.state === null ? undefined : encodeIdentity(found.identity, server.identity, type_name, mismatches, current_identity),
      diagnostics: encodeDiagnostics([...found.diagnostics, ...mismatches]),
    };
  },
  ({ current_state, private: privateState, current_identity }) => ({
    new_state: current_state,
    private: privateState,
    new_identity: current_identity,
  }),
);
