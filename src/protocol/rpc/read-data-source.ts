import { sentDiagnostics } from '../diagnostics.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { one, string } from '../protobuf/field.ts';
import type { Diagnostic } from '../server.ts';
import { receiveConfig, sendValues } from '../values.ts';
import { rpc, served } from './rpc.ts';

export const readDataSource = rpc('ReadDataSource', { type_name: string(1), config: one(2, DynamicValue) }, {
  state: one(1, DynamicValue), diagnostics: diagnosticsAt(2),
}, async ({ type_name, config }, { provider, calling }) => {
  const server = served(provider.dataSources, 'data source', type_name);
  const { state, diagnostics } = await server.read(receiveConfig(config, server.schema), calling);
  const misfits: Diagnostic[] = [];
  return { state: sendValues(state, server.schema, type_name, misfits), diagnostics: sentDiagnostics([...diagnostics, ...misfits]) };
});
