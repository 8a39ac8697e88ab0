import { encodeDiagnostics } from '../diagnostics.ts';
import { ClientCapabilities, DeferredMessage, encodeDeferral, withCapabilities } from '../messages/capabilities.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { messageField, stringField } from '../protobuf/field.ts';
import { receiveProtocolConfig } from '../values.ts';
import { rpc, serverFor } from './rpc.ts';

/** An action has no planned changes; its configuration is validated again with the values that are known now. */
export const planAction = rpc(
  'PlanAction',
  { action_type: stringField(1), config: messageField(2, DynamicValue), client_capabilities: messageField(3, ClientCapabilities) },
  { diagnostics: diagnosticsField(1), deferred: messageField(2, DeferredMessage) },
  async ({ action_type, config, client_capabilities }, { provider, call }) => {
    const server = serverFor(provider.actions, 'action', action_type);
    const values = receiveProtocolConfig(config, server.schema);
    if (!server.plan) return { diagnostics: encodeDiagnostics(await server.validate(values)) };
    const { diagnostics, ...answer } = await server.plan(values, withCapabilities(call, client_capabilities));
    return { diagnostics: encodeDiagnostics(diagnostics), deferred: encodeDeferral(answer) };
  },
);
