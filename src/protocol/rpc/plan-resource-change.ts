import { encodeDiagnostics, encodePath } from '../diagnostics.ts';
import { ClientCapabilities, DeferredMessage, encodeDeferral, IdentityData, withCapabilities } from '../messages/capabilities.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { AttributePathMessage, DynamicValue } from '../messages/value.ts';
import { bytesField, repeatedField, messageField, stringField } from '../protobuf/field.ts';
import type { Diagnostic } from '../provider-server.ts';
import { decodePrivate, receiveProtocolValues, encodePrivate, encodeProtocolValues } from '../values.ts';
import { rpc, serverFor } from './rpc.ts';

export const planResourceChange = rpc(
  'PlanResourceChange',
  {
    type_name: stringField(1),
    prior_state: messageField(2, DynamicValue),
    proposed_new_state: messageField(3, DynamicValue),
    config: messageField(4, DynamicValue),
    prior_private: bytesField(5),
    client_capabilities: messageField(7, ClientCapabilities),
    prior_identity: messageField(8, IdentityData),
  },
  {
    planned_state: messageField(1, DynamicValue),
    requires_replace: repeatedField(2, AttributePathMessage),
    planned_private: bytesField(3),
    diagnostics: diagnosticsField(4),
    deferred: messageField(6, DeferredMessage),
    planned_identity: messageField(7, IdentityData),
  },
  async (request, { provider, call }) => {
    const { type_name, prior_identity } = request;
    const server = serverFor(provider.resources, 'resource', type_name);
    const response = await server.plan(
      {
        prior: receiveProtocolValues(request.prior_state, server.schema),
        proposed: receiveProtocolValues(request.proposed_new_state, server.schema),
        config: receiveProtocolValues(request.config, server.schema),
        private: decodePrivate(request.prior_private),
      },
      withCapabilities(call, request.client_capabilities),
    );
    const mismatches: Diagnostic[] = [];
    return {
      planned_state: encodeProtocolValues(response.planned, server.schema, type_name, mismatches),
      requires_replace: response.replace.map(encodePath),
      planned_private: encodePrivate(response.private),
      deferred: encodeDeferral(response),
      planned_identity: prior_identity,
      diagnostics: encodeDiagnostics([...response.diagnostics, ...mismatches]),
    };
  },
);
