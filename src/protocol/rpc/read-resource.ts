import { sentDiagnostics } from '../diagnostics.ts';
import { IdentityData } from '../messages/capabilities.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { bytes, one, string } from '../protobuf/field.ts';
import type { Diagnostic } from '../server.ts';
import { receiveIdentity, receivePrivate, receiveValues, sendIdentity, sendPrivate, sendValues } from '../values.ts';
import { rpc, served } from './rpc.ts';

export const readResource = rpc('ReadResource', {
  type_name: string(1), current_state: one(2, DynamicValue), private: bytes(3), current_identity: one(6, IdentityData),
}, {
  new_state: one(1, DynamicValue), diagnostics: diagnosticsAt(2), private: bytes(3), new_identity: one(5, IdentityData),
}, async ({ type_name, current_state, private: kept, current_identity }, { provider, calling }) => {
  const server = served(provider.resources, 'resource', type_name);
  const state = receiveValues(current_state, server.schema);
  if (state === null) return { new_state: current_state, private: kept };
  const found = await server.read({ state, private: receivePrivate(kept), identity: receiveIdentity(current_identity, server.identity) }, calling);
  const misfits: Diagnostic[] = [];
  return {
    new_state: sendValues(found.state, server.schema, type_name, misfits),
    private: sendPrivate(found.private),
    new_identity: found.state === null ? undefined : sendIdentity(found.identity, server.identity, type_name, misfits, current_identity),
    diagnostics: sentDiagnostics([...found.diagnostics, ...misfits]),
  };
}, ({ current_state, private: kept, current_identity }) => ({ new_state: current_state, private: kept, new_identity: current_identity }));
