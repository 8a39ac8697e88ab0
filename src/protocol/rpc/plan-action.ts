import { encodeDiagnostics } from '../diagnostics.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { messageField, stringField } from '../protobuf/field.ts';
import { receiveProtocolConfig } from '../values.ts';
import { rpc, serverFor } from './rpc.ts';

/** An action has no planned changes; its configuration is validated again with the values that are known now. */
export const planAction = rpc(
  'PlanAction',
  { action_type: stringField(1), config: messageField(2, DynamicValue) },
  { diagnostics: diagnosticsField(1) },
  async ({ action_type, config }, { provider }) => {
    const server = serverFor(provider.actions, 'action', action_type);
    return { diagnostics: encodeDiagnostics(await server.validate(receiveProtocolConfig(config, server.schema))) };
  },
);
