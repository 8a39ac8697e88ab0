import { conflict, unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { ReadTransaction, StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredRegistryModule } from '../registry/stored.ts';
import { resolveModuleVersion } from '../registry/versions.ts';
import type { StoredNoCodeModule } from './stored.ts';

/** Throws 409 while workspaces are made of the no-code module. */
export const refuseWhileProvisioned = async (tx: ReadTransaction, { id, scope }: StoredRecord<StoredNoCodeModule>): Promise<void> => {
  const count = await tx.count({ kind: 'workspaces', scope, body: [{ path: 'noCode.module', is: id }] });
  if (count === 1) throw conflict('1 workspace was made of this no-code module; delete it first');
  if (count > 0) throw conflict(`${count} workspaces were made of this no-code module; delete them first`);
};

/** Enables a module for no-code provisioning with its latest version, unless it is. Throws 422 for one without a version. */
export const offerModule = async (ctx: RequestContext<Transaction>, module: StoredRecord<StoredRegistryModule>): Promise<void> => {
  const { id: key, scope, body } = module;
  const known = await ctx.tx.getByKey<StoredNoCodeModule>('no-code-modules', scope, key);
  if (known) {
    if (!known.body.enabled) await ctx.tx.update<StoredNoCodeModule>(known, { body: { ...known.body, enabled: true } });
    return;
  }
  const latest = resolveModuleVersion(body, null);
  if (!latest && ctx.dialect === 'neutral') throw unprocessable(`${key} has no version yet`, '/data/attributes/no-code');
  const offer = { organization: scope, module: key, enabled: true, versionPin: latest?.version ?? null, options: [] };
  const id = ctx.newId('nocode');
  await ctx.tx.insert<StoredNoCodeModule>({ id, kind: 'no-code-modules', scope, key, name: body.name, body: offer });
};

/** Ends no-code provisioning of a module. Throws 409 while workspaces are made of it. */
export const withdrawModule = async (ctx: RequestContext<Transaction>, module: StoredRecord<StoredRegistryModule>): Promise<void> => {
  const known = await ctx.tx.getByKey<StoredNoCodeModule>('no-code-modules', module.scope, module.id);
  if (!known) return;
  await refuseWhileProvisioned(ctx.tx, known);
  await ctx.tx.delete('no-code-modules', known.id);
};
