import { capabilities, ServerCapabilities } from '../messages/capabilities.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { ActionSchemaMessage, FunctionMessage, SchemaMessage } from '../messages/schema.ts';
import { messageField } from '../protobuf/field.ts';
import { mapField } from '../protobuf/map.ts';
import { toMap, encodeFunction, encodeSchema } from '../schema.ts';
import { rpc } from './rpc.ts';

export const getProviderSchema = rpc(
  'GetProviderSchema',
  {},
  {
    provider: messageField(1, SchemaMessage),
    resource_schemas: mapField(2, SchemaMessage),
    data_source_schemas: mapField(3, SchemaMessage),
    diagnostics: diagnosticsField(4),
    server_capabilities: messageField(6, ServerCapabilities),
    functions: mapField(7, FunctionMessage),
    ephemeral_resource_schemas: mapField(8, SchemaMessage),
    list_resource_schemas: mapField(9, SchemaMessage),
    state_store_schemas: mapField(10, SchemaMessage),
    action_schemas: mapField(11, ActionSchemaMessage),
  },
  async (_, { provider }) => ({
    provider: encodeSchema(provider.schema),
    resource_schemas: toMap(provider.resources, ({ schema }) => encodeSchema(schema)),
    data_source_schemas: toMap(provider.dataSources, ({ schema }) => encodeSchema(schema)),
    ephemeral_resource_schemas: toMap(provider.ephemerals, ({ schema }) => encodeSchema(schema)),
    list_resource_schemas: toMap(provider.lists, ({ schema }) => encodeSchema(schema)),
    state_store_schemas: toMap(provider.stateStores, ({ schema }) => encodeSchema(schema)),
    action_schemas: toMap(provider.actions, ({ schema }) => ({ schema: encodeSchema(schema) })),
    functions: toMap(provider.functions, encodeFunction),
    server_capabilities: capabilities,
  }),
);
