import { encodeDiagnostics } from '../diagnostics.ts';
import { IdentityData } from '../messages/capabilities.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { bytesField, messageField, stringField } from '../protobuf/field.ts';
import type { Diagnostic } from '../provider-server.ts';
import { decodePrivate, receiveProtocolValues, encodeIdentity, encodePrivate, encodeProtocolValues } from '../values.ts';
import { rpc, serverFor } from './rpc.ts';

/** A fault keeps what was there before: an answer without a state would make the engine forget the object. */
export const applyResourceChange = rpc(
  'ApplyResourceChange',
  {
    type_name: stringField(1),
    prior_state: messageField(2, DynamicValue),
    planned_state: messageField(3, DynamicValue),
    config: messageField(4, DynamicValue),
    planned_private: bytesField(5),
    planned_identity: messageField(7, IdentityData),
  },
  {
    new_state: messageField(1, DynamicValue),
    private: bytesField(2),
    diagnostics: diagnosticsField(3),
    new_identity: messageField(5, IdentityData),
  },
  async (request, { provider, call }) => {
    const { type_name } = request;
    const server = serverFor(provider.resources, 'resource', type_name);
    const done = await server.apply(
      {
        prior: receiveProtocolValues(request.prior_state, server.schema),
        planned: receiveProtocolValues(request.planned_state, server.schema),
        config: receiveProtocolValues(request.config, server.schema),
        private: decodePrivate(request.planned_private),
      },
      call,
    );
    const mismatches: Diagnostic[] = [];
    return {
      new_state: encodeProtocolValues(done.state, server.schema, type_name, mismatches),
      private: encodePrivate(done.private),
      new_identity:
        done.state === null ? undefined : encodeIdentity(done.identity, server.identity, type_name, mismatches, request.planned_identity),
      diagnostics: encodeDiagnostics([...done.diagnostics, ...mismatches]),
    };
  },
  ({ prior_state, planned_private, planned_identity }) => ({
    new_state: prior_state,
    private: planned_private,
    new_identity: planned_identity,
  }),
);
