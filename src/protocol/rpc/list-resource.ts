import { sentDiagnostic, sentDiagnostics } from '../diagnostics.ts';
import { IdentityData } from '../messages/capabilities.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { bool, int, one, string } from '../protobuf/field.ts';
import { learnSecrets } from '../secrets.ts';
import type { Diagnostic } from '../server.ts';
import { receiveConfig, sendIdentity, sendValues } from '../values.ts';
import { served, streaming } from './rpc.ts';

/** Ends by itself at `limit`: a server that goes on listing is not asked for more. */
export const listResource = streaming('ListResource', {
  type_name: string(1), config: one(2, DynamicValue), include_resource_object: bool(3), limit: int(4),
}, {
  identity: one(1, IdentityData), display_name: string(2), resource_object: one(3, DynamicValue), diagnostic: diagnosticsAt(4),
}, async function* ({ type_name, config, include_resource_object: includeObject, limit }, { provider, calling }) {
  const server = served(provider.lists, 'list resource', type_name);
  const { schema, identity } = served(provider.resources, 'resource', type_name);
  let sent = 0;
  for await (const found of server.list({ config: receiveConfig(config, server.schema), limit, includeObject }, calling)) {
    const misfits: Diagnostic[] = [];
    if (found.object !== undefined) learnSecrets(schema, found.object);
    yield {
      identity: sendIdentity(found.identity, identity, type_name, misfits),
      display_name: found.displayName,
      resource_object: includeObject && found.object !== undefined ? sendValues(found.object, schema, type_name, misfits) : undefined,
      diagnostic: sentDiagnostics([...found.diagnostics, ...misfits]),
    };
    if (limit > 0 && ++sent >= limit) return;
  }
}, (fault) => ({ diagnostic: [sentDiagnostic(fault)] }));
