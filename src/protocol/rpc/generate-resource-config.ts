import { encodeDiagnostics } from '../diagnostics.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import type { Diagnostic } from '../provider-server.ts';
import { messageField, stringField } from '../protobuf/field.ts';
import { encodeProtocolValues, receiveProtocolConfig } from '../values.ts';
import { rpc, serverFor } from './rpc.ts';

export const generateResourceConfig = rpc(
  'GenerateResourceConfig',
  { type_name: stringField(1), state: messageField(2, DynamicValue) },
  { config: messageField(1, DynamicValue), diagnostics: diagnosticsField(2) },
  async ({ type_name, state }, { provider }) => {
    const { schema, generate } = serverFor(provider.resources, 'resource', type_name);
    const mismatches: Diagnostic[] = [];
    const config = encodeProtocolValues(generate(receiveProtocolConfig(state, schema)), schema, type_name, mismatches);
    return { config, diagnostics: encodeDiagnostics(mismatches) };
  },
);
