import { sentDiagnostics, sentPath } from '../diagnostics.ts';
import { IdentityData } from '../messages/capabilities.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { AttributePath, DynamicValue } from '../messages/value.ts';
import { bytes, list, one, string } from '../protobuf/field.ts';
import type { Diagnostic } from '../server.ts';
import { receivePrivate, receiveValues, sendPrivate, sendValues } from '../values.ts';
import { rpc, served } from './rpc.ts';

export const planResourceChange = rpc('PlanResourceChange', {
  type_name: string(1), prior_state: one(2, DynamicValue), proposed_new_state: one(3, DynamicValue), config: one(4, DynamicValue),
  prior_private: bytes(5), prior_identity: one(8, IdentityData),
}, {
  planned_state: one(1, DynamicValue), requires_replace: list(2, AttributePath), planned_private: bytes(3), diagnostics: diagnosticsAt(4),
  planned_identity: one(7, IdentityData),
}, async (request, { provider, calling }) => {
  const { type_name, prior_identity } = request;
  const server = served(provider.resources, 'resource', type_name);
  const answer = await server.plan({
    prior: receiveValues(request.prior_state, server.schema),
    proposed: receiveValues(request.proposed_new_state, server.schema),
    config: receiveValues(request.config, server.schema),
    private: receivePrivate(request.prior_private),
  }, calling);
  const misfits: Diagnostic[] = [];
  return {
    planned_state: sendValues(answer.planned, server.schema, type_name, misfits),
    requires_replace: answer.replace.map(sentPath),
    planned_private: sendPrivate(answer.private),
    planned_identity: prior_identity,
    diagnostics: sentDiagnostics([...answer.diagnostics, ...misfits]),
  };
});
