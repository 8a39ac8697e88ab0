import { sentDiagnostics } from '../diagnostics.ts';
import { IdentityData } from '../messages/capabilities.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { RawState } from '../messages/value.ts';
import { int, one, string } from '../protobuf/field.ts';
import type { Diagnostic } from '../server.ts';
import { sendIdentity } from '../values.ts';
import { readObject } from './raw-state.ts';
import { rpc, served } from './rpc.ts';

/** Engines ask even when nothing changed; without an upgrade of its own an identity of today's version stays what it is. */
export const upgradeResourceIdentity = rpc('UpgradeResourceIdentity', { type_name: string(1), version: int(2), raw_identity: one(3, RawState) }, {
  upgraded_identity: one(1, IdentityData), diagnostics: diagnosticsAt(2),
}, async ({ type_name, version, raw_identity }, { provider }) => {
  const server = served(provider.resources, 'resource', type_name);
  const given = readObject(raw_identity, `the identity of ${type_name}`);
  if (server.upgradeIdentity === undefined && version !== server.identity?.version) {
    throw new Error(`an identity of version ${version} cannot be read; this provider knows version ${server.identity?.version ?? 'none'}`);
  }
  const { identity, diagnostics } = await server.upgradeIdentity?.({ version, identity: given }) ?? { identity: given, diagnostics: [] };
  const misfits: Diagnostic[] = [];
  return {
    upgraded_identity: sendIdentity(identity, server.identity, type_name, misfits),
    diagnostics: sentDiagnostics([...diagnostics, ...misfits]),
  };
});
