import { capabilities, ServerCapabilities } from '../messages/capabilities.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { repeatedField, messageField, stringField } from '../protobuf/field.ts';
import { defineMessage } from '../protobuf/message.ts';
import { rpc } from './rpc.ts';

const TypeName = defineMessage({ type_name: stringField(1) });
const Name = defineMessage({ name: stringField(1) });

const types = (all: object) => Object.keys(all).map((type_name) => ({ type_name }));

export const getMetadata = rpc(
  'GetMetadata',
  {},
  {
    server_capabilities: messageField(1, ServerCapabilities),
    diagnostics: diagnosticsField(2),
    data_sources: repeatedField(3, TypeName),
    resources: repeatedField(4, TypeName),
    functions: repeatedField(5, Name),
    ephemeral_resources: repeatedField(6, TypeName),
    list_resources: repeatedField(7, TypeName),
    state_stores: repeatedField(8, TypeName),
    actions: repeatedField(9, TypeName),
  },
  async (_, { provider }) => ({
    server_capabilities: capabilities,
    data_sources: types(provider.dataSources),
    resources: types(provider.resources),
    ephemeral_resources: types(provider.ephemerals),
    list_resources: types(provider.lists),
    state_stores: types(provider.stateStores),
    actions: types(provider.actions),
    functions: Object.keys(provider.functions).map((name) => ({ name })),
  }),
);
