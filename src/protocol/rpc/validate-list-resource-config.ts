import { sentDiagnostics } from '../diagnostics.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { one, string } from '../protobuf/field.ts';
import { receiveConfig } from '../values.ts';
import { rpc, served } from './rpc.ts';

export const validateListResourceConfig = rpc('ValidateListResourceConfig', { type_name: string(1), config: one(2, DynamicValue) }, {
  diagnostics: diagnosticsAt(1),
}, async ({ type_name, config }, { provider }) => {
  const server = served(provider.lists, 'list resource', type_name);
  return { diagnostics: sentDiagnostics(await server.validate(receiveConfig(config, server.schema))) };
});
