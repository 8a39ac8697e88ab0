import { requireMemberRecord } from '../../access/permissions.ts';
import { conflict, notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { noContent } from '../../json-api/responses.ts';
import { deleteChildren } from '../../nouns/delete-record.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { withdrawModule } from '../no-code/offer-module.ts';
import { requireRegistryModule } from './registry-modules.ts';
import type { StoredRegistryModule } from './stored.ts';

type ModuleRecord = StoredRecord<StoredRegistryModule>;

/** The modules of the path's name, of one provider or of all. Throws 404 if there is none that the caller can manage. */
export const requireNamedModules = async (ctx: RequestContext): Promise<readonly ModuleRecord[]> => {
  const { organization_name: organization, registry_name: registry = 'private', namespace = organization, name, provider } = ctx.params;
  const beginning = `${registry}/${namespace}/${name}/`;
  const { records } = await ctx.tx.list<StoredRegistryModule>({ kind: 'registry-modules', scope: organization!, nameLike: name! });
  const found = records.filter(({ key }) => (provider === undefined ? key.startsWith(beginning) : key === beginning + provider));
  const what = `the registry module ${namespace}/${name}${provider === undefined ? '' : `/${provider}`}`;
  if (found.length === 0) throw notFound(what);
  return found.map((record) => requireMemberRecord(ctx, record, what, 'manage-modules'));
};

/** Deletes modules with their versions and packages. Throws 409 for one that is enabled for no-code provisioning, or has workspaces. */
export const deleteModules = async (ctx: RequestContext<Transaction>, modules: readonly ModuleRecord[]): Promise<RouteResponse> => {
  for (const module of modules) {
    const { id, scope } = module;
    // In the hosted service the deletion of a module ends its no-code provisioning.
    if (ctx.dialect === 'hosted') await withdrawModule(ctx, module);
    else if ((await ctx.tx.count({ kind: 'no-code-modules', scope, keys: [id] })) > 0)
      throw conflict('this module is enabled for no-code provisioning; remove its no-code module first');
    await deleteChildren(ctx.tx, 'registry-modules', id);
    await ctx.tx.delete('registry-modules', id);
  }
  return noContent;
};

const namePath = '/organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}';
const description = (summary: string) => ({ description: { summary, responses: { 204: null } } });

export const routes = [
  route(
    `DELETE ${namePath}`,
    async (ctx) => deleteModules(ctx, await requireNamedModules(ctx)),
    description('Deletes all modules of a name, whatever their provider.'),
  ),
  route(
    `DELETE ${namePath}/{provider}`,
    async (ctx) => deleteModules(ctx, [await requireRegistryModule(ctx, true)]),
    description('Deletes a module with its versions.'),
  ),
];
