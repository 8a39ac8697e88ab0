import { encodeDiagnostic, encodeDiagnostics } from '../diagnostics.ts';
import { IdentityData } from '../messages/capabilities.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { boolField, intField, messageField, stringField } from '../protobuf/field.ts';
import { registerSensitiveValues } from '../secrets.ts';
import { redact } from '../../redaction/redact.ts';
import type { Diagnostic } from '../provider-server.ts';
import { receiveProtocolConfig, encodeIdentity, encodeProtocolValues } from '../values.ts';
import { serverFor, streamingRpc } from './rpc.ts';

/** Ends at `limit`, even if the server returns more. */
export const listResource = streamingRpc(
  'ListResource',
  {
    type_name: stringField(1),
    config: messageField(2, DynamicValue),
    include_resource_object: boolField(3),
    limit: intField(4),
  },
  {
    identity: messageField(1, IdentityData),
    display_name: stringField(2),
    resource_object: messageField(3, DynamicValue),
    diagnostic: diagnosticsField(4),
  },
  async function* ({ type_name, config, include_resource_object: includeObject, limit }, { provider, call }) {
    const server = serverFor(provider.lists, 'list resource', type_name);
    const { schema, identity } = serverFor(provider.resources, 'resource', type_name);
    let encoded = 0;
    for await (const found of server.list({ config: receiveProtocolConfig(config, server.schema), limit, includeObject }, call)) {
      const mismatches: Diagnostic[] = [];
      if (found.object !== undefined) registerSensitiveValues(schema, found.object);
      yield {
        identity: encodeIdentity(found.identity, identity, type_name, mismatches),
        // Users of the service can choose any name, so it is printed only after redaction.
        display_name: redact(found.displayName, 300),
        resource_object:
          includeObject && found.object !== undefined ? encodeProtocolValues(found.object, schema, type_name, mismatches) : undefined,
        diagnostic: encodeDiagnostics([...found.diagnostics, ...mismatches]),
      };
      if (limit > 0 && ++encoded >= limit) return;
    }
  },
  (error) => ({ diagnostic: [encodeDiagnostic(error)] }),
);
