import { encodeDiagnostics } from '../diagnostics.ts';
import { ClientCapabilities, DeferredMessage, encodeDeferral, IdentityData, withCapabilities } from '../messages/capabilities.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { bytesField, repeatedField, messageField, stringField } from '../protobuf/field.ts';
import { defineMessage } from '../protobuf/message.ts';
import type { Diagnostic } from '../provider-server.ts';
import { decodeIdentity, encodeIdentity, encodePrivate, encodeProtocolValues } from '../values.ts';
import { rpc, serverFor } from './rpc.ts';

const ImportedResource = defineMessage({
  type_name: stringField(1),
  state: messageField(2, DynamicValue),
  private: bytesField(3),
  identity: messageField(4, IdentityData),
});

export const importResourceState = rpc(
  'ImportResourceState',
  {
    type_name: stringField(1),
    id: stringField(2),
    client_capabilities: messageField(3, ClientCapabilities),
    identity: messageField(4, IdentityData),
  },
  {
    imported_resources: repeatedField(1, ImportedResource),
    diagnostics: diagnosticsField(2),
    deferred: messageField(3, DeferredMessage),
  },
  async ({ type_name, id, client_capabilities, identity }, { provider, call }) => {
    const server = serverFor(provider.resources, 'resource', type_name);
    const { imported, diagnostics, ...answer } = await server.import(
      { id, identity: decodeIdentity(identity, server.identity) },
      withCapabilities(call, client_capabilities),
    );
    const mismatches: Diagnostic[] = [];
    return {
      imported_resources: imported.map((found) => {
        const { schema, identity: identitySchema } = serverFor(provider.resources, 'resource', found.type);
        return {
          type_name: found.type,
          state: encodeProtocolValues(found.state, schema, found.type, mismatches),
          private: encodePrivate(found.private),
          identity: encodeIdentity(found.identity, identitySchema, found.type, mismatches, identity),
        };
      }),
      diagnostics: encodeDiagnostics([...diagnostics, ...mismatches]),
      deferred: encodeDeferral(answer),
    };
  },
);
