import { diagnosticsAt } from '../messages/diagnostic.ts';
import { IdentitySchemaMessage } from '../messages/schema.ts';
import { mapOf } from '../protobuf/map.ts';
import { sentIdentitySchema } from '../schema.ts';
import { rpc } from './rpc.ts';

export const getResourceIdentitySchemas = rpc('GetResourceIdentitySchemas', {}, {
  identity_schemas: mapOf(1, IdentitySchemaMessage), diagnostics: diagnosticsAt(2),
}, async (_, { provider }) => ({
  identity_schemas: new Map(Object.entries(provider.resources).flatMap(([type, { identity }]) =>
    (identity === undefined ? [] : [[type, sentIdentitySchema(identity)] as const]))),
}));
