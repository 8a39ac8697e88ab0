import { type Route, route } from '../../http/route.ts';
import { deleteModules, requireNamedModules } from './delete-modules.ts';
import { addVersion, deleteModule, deleteVersion, readModule } from './descriptions.ts';
import { addModuleVersion, deleteModuleVersion } from './module-versions.ts';
import { showRegistryModule } from './registry-modules.ts';

/** Wraps a handler for the former path, adding the parameters that it lacks: a private module of the organization. */
const asPrivate =
  (handle: Route['handle']): Route['handle'] =>
  (ctx) => {
    const { organization_name: organization } = ctx.params;
    return handle({ ...ctx, params: { ...ctx.params, registry_name: 'private', namespace: organization! } });
  };

/** Paths from before there were public modules, which clients of the hosted service still use. */
export const routes = [
  route('POST /registry-modules/{organization_name}/{name}/{provider}/versions', asPrivate(addModuleVersion), { description: addVersion }),
  route('GET /registry-modules/show/{organization_name}/{name}/{provider}', asPrivate(showRegistryModule), { description: readModule }),
  route(
    'POST /registry-modules/actions/delete/{organization_name}/{name}',
    async (ctx) => deleteModules(ctx, await requireNamedModules(ctx)),
    { description: deleteModule },
  ),
  route(
    'POST /registry-modules/actions/delete/{organization_name}/{name}/{provider}',
    async (ctx) => deleteModules(ctx, await requireNamedModules(ctx)),
    { description: deleteModule },
  ),
  route('POST /registry-modules/actions/delete/{organization_name}/{name}/{provider}/{version}', asPrivate(deleteModuleVersion), {
    description: deleteVersion,
  }),
];
