import { forEachEntry, withoutNulls, type ReportSeedError } from './entries.ts';
import { invokeRoute, type SeedContext } from './invoke-route.ts';
import type { SeedOrganization } from './shape.ts';

const modulesPath = '/organizations/{organization_name}/registry-modules';

/** Modules of the private registry, with their versions. */
export const seedModules = (at: SeedContext, given: SeedOrganization, tell: ReportSeedError): Promise<void> =>
  forEachEntry(given.registry_modules, 'registry_modules', tell, async ({ id, name, provider, namespace, versions }) => {
    await invokeRoute(
      at,
      `POST ${modulesPath}`,
      { organization_name: at.organization },
      { data: { type: 'registry-modules', attributes: withoutNulls({ name, provider, namespace }) } },
      id ?? undefined,
    );
    const params = {
      organization_name: at.organization,
      registry_name: 'private',
      namespace: namespace ?? at.organization,
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
  });
