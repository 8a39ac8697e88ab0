import { encodeDiagnostics } from '../diagnostics.ts';
import { ClientCapabilities } from '../messages/capabilities.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { messageField, stringField } from '../protobuf/field.ts';
import { receiveProtocolConfig } from '../values.ts';
import { rpc, serverFor } from './rpc.ts';

export const validateResourceConfig = rpc(
  'ValidateResourceConfig',
  {
    type_name: stringField(1),
    config: messageField(2, DynamicValue),
    client_capabilities: messageField(3, ClientCapabilities),
  },
  { diagnostics: diagnosticsField(1) },
  async ({ type_name, config, client_capabilities }, { provider }) => {
    const server = serverFor(provider.resources, 'resource', type_name);
    const writeOnlyAllowed = client_capabilities?.write_only_attributes_allowed === true;
    return { diagnostics: encodeDiagnostics(await server.validate(receiveProtocolConfig(config, server.schema), { writeOnlyAllowed })) };
  },
);
