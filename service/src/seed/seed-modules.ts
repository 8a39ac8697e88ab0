import { newId } from '../store/new-id.ts';
import type { Transaction } from '../store/store.ts';
import { newAddressSecret } from '../workspaces/new-address-secret.ts';
import { savePackage } from '../workspaces/registry/package-content.ts';
import type { StoredRegistryModule } from '../workspaces/registry/stored.ts';
import { readEntryArchive } from './entry-archive.ts';
import { forEachEntry, withoutNulls, type ReportSeedError } from './entries.ts';
import { invokeRoute, requireResponseDocument, type SeedContext } from './invoke-route.ts';
import { seedNoCodeModule } from './seed-registry.ts';
import { withCreationTime, setTimes } from './set-times.ts';
import type { SeedOrganization } from './shape.ts';

/** Stores a package as an upload would: the version gets an address from which the engine downloads. */
const savePackageOf = async (tx: Transaction, id: string, version: string, bytes: Buffer): Promise<void> => {
  const module = (await tx.get<StoredRegistryModule>('registry-modules', id))!;
  const secret = newAddressSecret({ newId });
  const versions = module.body.versions.map((one) => (one.version === version ? { ...one, secret } : one));
  await savePackage(tx, id, version, bytes);
  await tx.update<StoredRegistryModule>(module, { body: { ...module.body, versions } });
};

const modulesPath = '/organizations/{organization_name}/registry-modules';

/** Modules of the private registry, with their versions. */
export const seedModules = (context: SeedContext, seed: SeedOrganization, report: ReportSeedError): Promise<void> =>
  forEachEntry(
    seed.registry_modules,
    'registry_modules',
    report,
    async ({ id, name, provider, namespace, versions, no_code: noCode, ...times }) => {
      const at = withCreationTime(context, times);
      const reply = await invokeRoute(
        at,
        `POST ${modulesPath}`,
        { organization_name: context.organization },
        { data: { type: 'registry-modules', attributes: withoutNulls({ name, provider, namespace }) } },
        id ?? undefined,
      );
      const params = {
        organization_name: context.organization,
        registry_name: 'private',
        namespace: namespace ?? context.organization,
        name,
        provider,
      };
      const module = requireResponseDocument(reply).id;
      for (const { version, resources, variables, ...content } of versions ?? []) {
        await invokeRoute(at, `POST ${modulesPath}/{registry_name}/{namespace}/{name}/{provider}/versions`, params, {
          data: {
            type: 'registry-module-versions',
            attributes: withoutNulls({ version, resources, variables: (variables ?? []).map(withoutNulls) }),
          },
        });
        const bytes = await readEntryArchive(content, 'module version', at.clock.now());
        if (bytes) await savePackageOf(at.tx, module, version, bytes);
      }
      if (noCode) await seedNoCodeModule(at, module, noCode);
      await setTimes(context, 'registry-modules', module, times);
    },
  );
