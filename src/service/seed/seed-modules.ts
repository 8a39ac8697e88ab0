import { forEachEntry, withoutNulls, type ReportSeedError } from './entries.ts';
import { invokeRoute, requireResponseDocument, type SeedContext } from './invoke-route.ts';
import { seedNoCodeModule } from './seed-registry.ts';
import { withCreationTime, setTimes } from './set-times.ts';
import type { SeedOrganization } from './shape.ts';

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
      for (const { version, resources, variables } of versions ?? [])
        await invokeRoute(at, `POST ${modulesPath}/{registry_name}/{namespace}/{name}/{provider}/versions`, params, {
          data: {
            type: 'registry-module-versions',
            attributes: withoutNulls({ version, resources, variables: (variables ?? []).map(withoutNulls) }),
          },
        });
      const module = requireResponseDocument(reply).id;
      if (noCode) await seedNoCodeModule(at, module, noCode);
      await setTimes(context, 'registry-modules', module, times);
    },
  );
