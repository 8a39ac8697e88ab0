import { sentDiagnostics } from '../diagnostics.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { one } from '../protobuf/field.ts';
import { receiveConfig } from '../values.ts';
import { rpc } from './rpc.ts';

export const validateProviderConfig = rpc('ValidateProviderConfig', { config: one(1, DynamicValue) }, { diagnostics: diagnosticsAt(2) },
  async ({ config }, { provider }) => ({ diagnostics: sentDiagnostics(await provider.validate(receiveConfig(config, provider.schema))) }));
