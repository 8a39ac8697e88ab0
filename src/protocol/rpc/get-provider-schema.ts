import { capabilities, ServerCapabilities } from '../messages/capabilities.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { ActionSchemaMessage, FunctionMessage, SchemaMessage } from '../messages/schema.ts';
import { one } from '../protobuf/field.ts';
import { mapOf } from '../protobuf/map.ts';
import { mapped, sentFunction, sentSchema } from '../schema.ts';
import { rpc } from './rpc.ts';

export const getProviderSchema = rpc('GetProviderSchema', {}, {
  provider: one(1, SchemaMessage), resource_schemas: mapOf(2, SchemaMessage), data_source_schemas: mapOf(3, SchemaMessage),
  diagnostics: diagnosticsAt(4), server_capabilities: one(6, ServerCapabilities), functions: mapOf(7, FunctionMessage),
  ephemeral_resource_schemas: mapOf(8, SchemaMessage), list_resource_schemas: mapOf(9, SchemaMessage), action_schemas: mapOf(11, ActionSchemaMessage),
}, async (_, { provider }) => ({
  provider: sentSchema(provider.schema),
  resource_schemas: mapped(provider.resources, ({ schema }) => sentSchema(schema)),
  data_source_schemas: mapped(provider.dataSources, ({ schema }) => sentSchema(schema)),
  ephemeral_resource_schemas: mapped(provider.ephemerals, ({ schema }) => sentSchema(schema)),
  list_resource_schemas: mapped(provider.lists, ({ schema }) => sentSchema(schema)),
  action_schemas: mapped(provider.actions, ({ schema }) => ({ schema: sentSchema(schema) })),
  functions: mapped(provider.functions, sentFunction),
  server_capabilities: capabilities,
}));
