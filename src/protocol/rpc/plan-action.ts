import { sentDiagnostics } from '../diagnostics.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { one, string } from '../protobuf/field.ts';
import { receiveConfig } from '../values.ts';
import { rpc, served } from './rpc.ts';

/** An action changes nothing that could be planned; what is known of its configuration by now is judged once more. */
export const planAction = rpc('PlanAction', { action_type: string(1), config: one(2, DynamicValue) }, { diagnostics: diagnosticsAt(1) },
  async ({ action_type, config }, { provider }) => {
    const server = served(provider.actions, 'action', action_type);
    return { diagnostics: sentDiagnostics(await server.validate(receiveConfig(config, server.schema))) };
  });
