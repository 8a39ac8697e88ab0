import { encodeDiagnostics } from '../diagnostics.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { messageField } from '../protobuf/field.ts';
import { receiveProtocolConfig } from '../values.ts';
import { rpc } from './rpc.ts';

export const validateProviderConfig = rpc(
  'ValidateProviderConfig',
  { config: messageField(1, DynamicValue) },
  { diagnostics: diagnosticsField(2) },
  async ({ config }, { provider }) => ({
    diagnostics: encodeDiagnostics(await provider.validate(receiveProtocolConfig(config, provider.schema))),
  }),
);
