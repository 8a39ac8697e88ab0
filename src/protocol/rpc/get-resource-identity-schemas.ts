import { diagnosticsField } from '../messages/diagnostic.ts';
import { IdentitySchemaMessage } from '../messages/schema.ts';
import { mapField } from '../protobuf/map.ts';
import { encodeIdentitySchema } from '../schema.ts';
import { rpc } from './rpc.ts';

export const getResourceIdentitySchemas = rpc(
  'GetResourceIdentitySchemas',
  {},
  {
    identity_schemas: mapField(1, IdentitySchemaMessage),
    diagnostics: diagnosticsField(2),
  },
  async (_, { provider }) => ({
    identity_schemas: new Map(
      Object.entries(provider.resources).flatMap(([type, { identity }]) =>
        identity === undefined ? [] : [[type, encodeIdentitySchema(identity)] as const],
      ),
    ),
  }),
);
