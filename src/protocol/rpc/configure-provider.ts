import { encodeDiagnostics } from '../diagnostics.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { messageField, stringField } from '../protobuf/field.ts';
import { receiveProtocolConfig } from '../values.ts';
import { rpc } from './rpc.ts';

export const configureProvider = rpc(
  'ConfigureProvider',
  { terraform_version: stringField(1), config: messageField(2, DynamicValue) },
  {
    diagnostics: diagnosticsField(1),
  },
  async ({ config, terraform_version: version }, { provider }) => ({
    diagnostics: encodeDiagnostics(await provider.configure(receiveProtocolConfig(config, provider.schema), { version })),
  }),
);
