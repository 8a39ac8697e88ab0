import { encodeDiagnostics } from '../diagnostics.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { IdentityData } from '../messages/capabilities.ts';
import { DynamicValue, RawState } from '../messages/value.ts';
import { bytesField, intField, messageField, stringField } from '../protobuf/field.ts';
import type { Diagnostic } from '../provider-server.ts';
import { encodeIdentity, encodePrivate, encodeProtocolValues } from '../values.ts';
import { parseRawState } from './raw-state.ts';
import { rpc, serverFor } from './rpc.ts';

const moveRefused = (source: string, target: string, provider: string): Diagnostic => ({
  severity: 'error',
  summary: `${target} cannot take over a ${source}`,
  detail:
    `A "moved" block leads from ${source} of ${provider} to ${target}, which takes over objects of no other type. ` +
    'Remove the block, and import the object where it is to be instead.',
});

export const moveResourceState = rpc(
  'MoveResourceState',
  {
    source_provider_address: stringField(1),
    source_type_name: stringField(2),
    source_schema_version: intField(3),
    source_state: messageField(4, RawState),
    target_type_name: stringField(5),
  },
  {
    target_state: messageField(1, DynamicValue),
    diagnostics: diagnosticsField(2),
    target_private: bytesField(3),
    target_identity: messageField(4, IdentityData),
  },
  async (request, { provider }) => {
    const { source_provider_address: from, source_type_name: type, target_type_name: target } = request;
    const server = serverFor(provider.resources, 'resource', target);
    if (server.move === undefined) return { diagnostics: encodeDiagnostics([moveRefused(type, target, from)]) };
    const moved = await server.move({
      provider: from,
      type,
      version: request.source_schema_version,
      state: parseRawState(request.source_state, type),
    });
    const mismatches: Diagnostic[] = [];
    return {
      target_state: encodeProtocolValues(moved.state, server.schema, target, mismatches),
      target_private: encodePrivate(moved.private),
      target_identity: encodeIdentity(moved.identity, server.identity, target, mismatches),
      diagnostics: encodeDiagnostics([...moved.diagnostics, ...mismatches]),
    };
  },
);
