import { sentDiagnostics } from '../diagnostics.ts';
import { ClientCapabilities } from '../messages/capabilities.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { one, string } from '../protobuf/field.ts';
import { receiveConfig } from '../values.ts';
import { rpc, served } from './rpc.ts';

export const validateResourceConfig = rpc('ValidateResourceConfig', {
  type_name: string(1), config: one(2, DynamicValue), client_capabilities: one(3, ClientCapabilities),
}, { diagnostics: diagnosticsAt(1) }, async ({ type_name, config, client_capabilities }, { provider }) => {
  const server = served(provider.resources, 'resource', type_name);
  const writeOnlyAllowed = client_capabilities?.write_only_attributes_allowed === true;
  return { diagnostics: sentDiagnostics(await server.validate(receiveConfig(config, server.schema), { writeOnlyAllowed })) };
});
