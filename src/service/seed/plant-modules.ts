import { each, said, type Tell } from './entries.ts';
import { invoke, type Planting } from './invoke.ts';
import type { SeedOrganization } from './shape.ts';

const modules = '/organizations/{organization_name}/registry-modules';

/** Modules of the private registry, with their versions. */
export const plantModules = (at: Planting, given: SeedOrganization, tell: Tell): Promise<void> =>
  each(given.registry_modules, 'registry_modules', tell, async ({ id, name, provider, namespace, versions }) => {
    await invoke(at, `POST ${modules}`, { organization_name: at.organization }, { data: { type: 'registry-modules', attributes: said({ name, provider, namespace }) } }, id ?? undefined);
    const params = { organization_name: at.organization, registry_name: 'private', namespace: namespace ?? at.organization, name, provider };
    for (const { version, resources, variables } of versions ?? [])
      await invoke(at, `POST ${modules}/{registry_name}/{namespace}/{name}/{provider}/versions`, params, {
        data: { type: 'registry-module-versions', attributes: said({ version, resources, variables: (variables ?? []).map(said) }) },
      });
  });
