import { sentDiagnostics } from '../diagnostics.ts';
import { IdentityData } from '../messages/capabilities.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { bytes, one, string } from '../protobuf/field.ts';
import type { Diagnostic } from '../server.ts';
import { receivePrivate, receiveValues, sendIdentity, sendPrivate, sendValues } from '../values.ts';
import { rpc, served } from './rpc.ts';

/** A fault keeps what was there before: an answer without a state would make the engine forget the object. */
export const applyResourceChange = rpc('ApplyResourceChange', {
  type_name: string(1), prior_state: one(2, DynamicValue), planned_state: one(3, DynamicValue), config: one(4, DynamicValue),
  planned_private: bytes(5), planned_identity: one(7, IdentityData),
}, {
  new_state: one(1, DynamicValue), private: bytes(2), diagnostics: diagnosticsAt(3), new_identity: one(5, IdentityData),
}, async (request, { provider, calling }) => {
  const { type_name } = request;
  const server = served(provider.resources, 'resource', type_name);
  const done = await server.apply({
    prior: receiveValues(request.prior_state, server.schema),
    planned: receiveValues(request.planned_state, server.schema),
    config: receiveValues(request.config, server.schema),
    private: receivePrivate(request.planned_private),
  }, calling);
  const misfits: Diagnostic[] = [];
  return {
    new_state: sendValues(done.state, server.schema, type_name, misfits),
    private: sendPrivate(done.private),
    new_identity: done.state === null ? undefined : sendIdentity(done.identity, server.identity, type_name, misfits, request.planned_identity),
    diagnostics: sentDiagnostics([...done.diagnostics, ...misfits]),
  };
}, ({ prior_state, planned_private, planned_identity }) => ({ new_state: prior_state, private: planned_private, new_identity: planned_identity }));
