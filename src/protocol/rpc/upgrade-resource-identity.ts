import { encodeDiagnostics } from '../diagnostics.ts';
import { IdentityData } from '../messages/capabilities.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { RawState } from '../messages/value.ts';
import { intField, messageField, stringField } from '../protobuf/field.ts';
import type { Diagnostic } from '../provider-server.ts';
import { encodeIdentity } from '../values.ts';
import { hasNoState, parseRawState } from './raw-state.ts';
import { rpc, serverFor } from './rpc.ts';

/** Engines call this even if nothing changed; without upgrades an identity of the current version is returned unchanged. */
export const upgradeResourceIdentity = rpc(
  'UpgradeResourceIdentity',
  { type_name: stringField(1), version: intField(2), raw_identity: messageField(3, RawState) },
  {
    upgraded_identity: messageField(1, IdentityData),
    diagnostics: diagnosticsField(2),
  },
  async ({ type_name, version, raw_identity }, { provider }) => {
    const server = serverFor(provider.resources, 'resource', type_name);
    // An object without an identity: Terraform since 1.15 calls this nevertheless, with version 0.
    if (hasNoState(raw_identity)) return { upgraded_identity: undefined, diagnostics: [] };
    const input = parseRawState(raw_identity, `the identity of ${type_name}`);
    if (server.upgradeIdentity === undefined && version !== server.identity?.version) {
      throw new Error(
        `an identity of version ${version} cannot be read; this provider knows version ${server.identity?.version ?? 'none'}`,
      );
    }
    const { identity, diagnostics } = (await server.upgradeIdentity?.({ version, identity: input })) ?? {
      identity: input,
      diagnostics: [],
    };
    const mismatches: Diagnostic[] = [];
    return {
      upgraded_identity: encodeIdentity(identity, server.identity, type_name, mismatches),
      diagnostics: encodeDiagnostics([...diagnostics, ...mismatches]),
    };
  },
);
