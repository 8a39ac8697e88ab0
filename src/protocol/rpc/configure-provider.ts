import { sentDiagnostics } from '../diagnostics.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { one, string } from '../protobuf/field.ts';
import { receiveConfig } from '../values.ts';
import { rpc } from './rpc.ts';

export const configureProvider = rpc('ConfigureProvider', { terraform_version: string(1), config: one(2, DynamicValue) }, {
  diagnostics: diagnosticsAt(1),
}, async ({ config, terraform_version: version }, { provider }) =>
  ({ diagnostics: sentDiagnostics(await provider.configure(receiveConfig(config, provider.schema), { version })) }));
