import { sentDiagnostics } from '../diagnostics.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { DynamicValue, RawState } from '../messages/value.ts';
import { bytes, int, one, string } from '../protobuf/field.ts';
import type { Diagnostic } from '../server.ts';
import { sendPrivate, sendValues } from '../values.ts';
import { readObject } from './raw-state.ts';
import { rpc, served } from './rpc.ts';

const refused = (source: string, target: string, provider: string): Diagnostic => ({
  severity: 'error', summary: `${target} cannot take over a ${source}`,
  detail: `A "moved" block leads from ${source} of ${provider} to ${target}, which takes over objects of no other type. `
    + 'Remove the block, and import the object where it is to be instead.',
});

export const moveResourceState = rpc('MoveResourceState', {
  source_provider_address: string(1), source_type_name: string(2), source_schema_version: int(3), source_state: one(4, RawState),
  target_type_name: string(5),
}, {
  target_state: one(1, DynamicValue), diagnostics: diagnosticsAt(2), target_private: bytes(3),
}, async (request, { provider }) => {
  const { source_provider_address: from, source_type_name: type, target_type_name: target } = request;
  const server = served(provider.resources, 'resource', target);
  if (server.move === undefined) return { diagnostics: sentDiagnostics([refused(type, target, from)]) };
  const moved = await server.move({ provider: from, type, version: request.source_schema_version, state: readObject(request.source_state, type) });
  const misfits: Diagnostic[] = [];
  return {
    target_state: sendValues(moved.state, server.schema, target, misfits), target_private: sendPrivate(moved.private),
    diagnostics: sentDiagnostics([...moved.diagnostics, ...misfits]),
  };
});
