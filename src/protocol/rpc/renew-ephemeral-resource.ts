import { encodeDiagnostics } from '../diagnostics.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { Timestamp } from '../messages/value.ts';
import { messageField, optionalBytesField, stringField } from '../protobuf/field.ts';
import { decodePrivate } from '../values.ts';
import { toTimestamp } from './open-ephemeral-resource.ts';
import { rpc, serverFor } from './rpc.ts';

export const renewEphemeralResource = rpc(
  'RenewEphemeralResource',
  { type_name: stringField(1), private: optionalBytesField(2) },
  {
    diagnostics: diagnosticsField(1),
    renew_at: messageField(2, Timestamp),
    private: optionalBytesField(3),
  },
  async ({ type_name, private: privateState }, { provider, call }) => {
    const server = serverFor(provider.ephemerals, 'ephemeral resource', type_name);
    const renewed = await server.renew?.({ private: decodePrivate(privateState) }, call);
    if (renewed === undefined) return { private: privateState };
    return {
      renew_at: toTimestamp(renewed.renewAt),
      private: renewed.private ?? privateState,
      diagnostics: encodeDiagnostics(renewed.diagnostics),
    };
  },
);
