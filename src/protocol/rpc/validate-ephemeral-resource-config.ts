import { encodeDiagnostics } from '../diagnostics.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { messageField, stringField } from '../protobuf/field.ts';
import { receiveProtocolConfig } from '../values.ts';
import { rpc, serverFor } from './rpc.ts';

export const validateEphemeralResourceConfig = rpc(
  'ValidateEphemeralResourceConfig',
  { type_name: stringField(1), config: messageField(2, DynamicValue) },
  {
    diagnostics: diagnosticsField(1),
  },
  async ({ type_name, config }, { provider }) => {
    const server = serverFor(provider.ephemerals, 'ephemeral resource', type_name);
    return { diagnostics: encodeDiagnostics(await server.validate(receiveProtocolConfig(config, server.schema))) };
  },
);
