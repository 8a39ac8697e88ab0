import { sentDiagnostics } from '../diagnostics.ts';
import { IdentityData } from '../messages/capabilities.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { bytes, list, one, string } from '../protobuf/field.ts';
import { message } from '../protobuf/message.ts';
import type { Diagnostic } from '../server.ts';
import { receiveIdentity, sendIdentity, sendPrivate, sendValues } from '../values.ts';
import { rpc, served } from './rpc.ts';

const ImportedResource = message({ type_name: string(1), state: one(2, DynamicValue), private: bytes(3), identity: one(4, IdentityData) });

export const importResourceState = rpc('ImportResourceState', { type_name: string(1), id: string(2), identity: one(4, IdentityData) }, {
  imported_resources: list(1, ImportedResource), diagnostics: diagnosticsAt(2),
}, async ({ type_name, id, identity }, { provider, calling }) => {
  const server = served(provider.resources, 'resource', type_name);
  const { imported, diagnostics } = await server.import({ id, identity: receiveIdentity(identity, server.identity) }, calling);
  const misfits: Diagnostic[] = [];
  return {
    imported_resources: imported.map((found) => {
      const { schema, identity: identitySchema } = served(provider.resources, 'resource', found.type);
      return {
        type_name: found.type, state: sendValues(found.state, schema, found.type, misfits), private: sendPrivate(found.private),
        identity: sendIdentity(found.identity, identitySchema, found.type, misfits, identity),
      };
    }),
    diagnostics: sentDiagnostics([...diagnostics, ...misfits]),
  };
});
