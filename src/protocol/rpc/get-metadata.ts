import { capabilities, ServerCapabilities } from '../messages/capabilities.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { list, one, string } from '../protobuf/field.ts';
import { message } from '../protobuf/message.ts';
import { rpc } from './rpc.ts';

const TypeName = message({ type_name: string(1) });
const Name = message({ name: string(1) });

const types = (all: object) => Object.keys(all).map((type_name) => ({ type_name }));

export const getMetadata = rpc('GetMetadata', {}, {
  server_capabilities: one(1, ServerCapabilities), diagnostics: diagnosticsAt(2), data_sources: list(3, TypeName), resources: list(4, TypeName),
  functions: list(5, Name), ephemeral_resources: list(6, TypeName), list_resources: list(7, TypeName), actions: list(9, TypeName),
}, async (_, { provider }) => ({
  server_capabilities: capabilities,
  data_sources: types(provider.dataSources), resources: types(provider.resources), ephemeral_resources: types(provider.ephemerals),
  list_resources: types(provider.lists), actions: types(provider.actions), functions: Object.keys(provider.functions).map((name) => ({ name })),
}));
