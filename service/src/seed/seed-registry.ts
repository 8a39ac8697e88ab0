import { digestArchive } from '../workspaces/configuration-versions/archive-content.ts';
import { providerFileOf } from '../workspaces/provider-registry/file-addresses.ts';
import { forEachEntry, withoutNulls, type ReportSeedError } from './entries.ts';
import { invokeRoute, requireResponseDocument, type SeedContext, signSeedUpload } from './invoke-route.ts';
import { withCreationTime, setTimes } from './set-times.ts';
import type { SeedOrganization } from './shape.ts';

type SeedProvider = NonNullable<SeedOrganization['registry_providers']>[number];
type SeedProviderVersion = NonNullable<SeedProvider['versions']>[number];
type SeedPlatform = NonNullable<SeedProviderVersion['platforms']>[number];

const providersPath = '/organizations/{organization_name}/registry-providers';
const versionsPath = `${providersPath}/{registry_name}/{namespace}/{name}/versions`;

const seedKeys = (context: SeedContext, seed: SeedOrganization, report: ReportSeedError): Promise<void> =>
  forEachEntry(seed.gpg_keys, 'gpg_keys', report, async ({ id, ascii_armor: armor, ...times }) => {
    const data = { type: 'gpg-keys', attributes: { namespace: context.organization, 'ascii-armor': armor } };
    const row = 'POST /api/registry/private/v2/gpg-keys';
    const reply = await invokeRoute(withCreationTime(context, times), row, {}, { data }, id ?? undefined);
    await setTimes(context, 'gpg-keys', requireResponseDocument(reply).id, times);
  });

/** Uploads a file of a version or a platform, if the entry has it. */
const uploadFile = async (
  context: SeedContext,
  kind: 'registry-provider-versions' | 'registry-provider-platforms',
  id: string,
  file: string,
  bytes: Buffer | undefined,
): Promise<void> => {
  if (!bytes) return;
  const owner = (await context.tx.get<{ readonly secret: string }>(kind, id))!;
  const secret = signSeedUpload(context, providerFileOf(owner, file, 'upload'));
  const row = 'PUT /registry-provider-files/{owner}/{file}/{secret}';
  await invokeRoute(context, row, { owner: id, file, secret }, bytes, null, digestArchive(bytes));
};
const fromBase64 = (text: string | null | undefined): Buffer | undefined => (text ? Buffer.from(text, 'base64') : undefined);

const seedPlatform = async (
  context: SeedContext,
  params: { readonly [name: string]: string },
  { id, package: bytes, ...attributes }: SeedPlatform,
): Promise<void> => {
  const data = { type: 'registry-provider-platforms', attributes };
  const platform = requireResponseDocument(await invokeRoute(context, `POST ${versionsPath}/{version}/platforms`, params, { data }, id)).id;
  await uploadFile(context, 'registry-provider-platforms', platform, 'package', fromBase64(bytes));
};

/** A version with its platforms, and with those of their files that the seed has. */
const seedVersion = async (
  context: SeedContext,
  params: { readonly [name: string]: string },
  { id, version, key_id: keyId, protocols, platforms, shasums, shasums_signature: signature, ...times }: SeedProviderVersion,
): Promise<void> => {
  const at = withCreationTime(context, times);
  const attributes = { version, 'key-id': keyId, protocols: protocols ?? ['6.0'] };
  const reply = await invokeRoute(at, `POST ${versionsPath}`, params, { data: { type: 'registry-provider-versions', attributes } }, id);
  const created = requireResponseDocument(reply).id;
  await uploadFile(at, 'registry-provider-versions', created, 'shasums', shasums ? Buffer.from(shasums) : undefined);
  await uploadFile(at, 'registry-provider-versions', created, 'shasums-sig', fromBase64(signature));
  await setTimes(context, 'registry-provider-versions', created, times);
  for (const platform of platforms ?? []) await seedPlatform(at, { ...params, version }, platform);
};

/** GPG keys, then providers with their versions, which name the keys. */
export const seedProviders = async (context: SeedContext, seed: SeedOrganization, report: ReportSeedError): Promise<void> => {
  await seedKeys(context, seed, report);
  await forEachEntry(
    seed.registry_providers,
    'registry_providers',
    report,
    async ({ id, name, namespace, registry, versions, ...times }) => {
      const registryName = registry ?? 'private';
      const attributes = { name, namespace: namespace ?? context.organization, 'registry-name': registryName };
      const data = { type: 'registry-providers', attributes };
      const params = { organization_name: context.organization };
      const reply = await invokeRoute(withCreationTime(context, times), `POST ${providersPath}`, params, { data }, id ?? undefined);
      await setTimes(context, 'registry-providers', requireResponseDocument(reply).id, times);
      const path = { ...params, registry_name: registryName, namespace: attributes.namespace, name };
      for (const version of versions ?? []) await seedVersion(context, path, version);
    },
  );
};

/** What makes a module one that workspaces are created from without code. */
export const seedNoCodeModule = async (
  context: SeedContext,
  module: string,
  {
    id,
    enabled,
    version_pin: pin,
  }: { readonly id?: string | null; readonly enabled?: boolean | null; readonly version_pin?: string | null },
): Promise<void> => {
  const data = {
    type: 'no-code-modules',
    attributes: withoutNulls({ enabled: enabled ?? true, 'version-pin': pin }),
    relationships: { 'registry-module': { data: { type: 'registry-modules', id: module } } },
  };
  const row = 'POST /organizations/{organization_name}/no-code-modules';
  await invokeRoute(context, row, { organization_name: context.organization }, { data }, id ?? undefined);
};
