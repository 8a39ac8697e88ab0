import type { Transaction, View } from '../../store/store.ts';
import { moduleKey, type RegistryModule } from '../registry/stored.ts';
import { versionOf } from '../registry/versions.ts';
import type { NoCode, Workspace } from '../workspaces/stored.ts';
import type { NoCodeModule } from './stored.ts';

/** What a workspace that is made or upgraded now runs: `private/acme/vpc/aws/1.2.0`. */
export const targetOf = (module: RegistryModule, pin: string | null): Pick<NoCode, 'sourceModuleId' | 'moduleVersion'> => {
  const { version } = versionOf(module, pin)!;
  return { sourceModuleId: `${moduleKey(module)}/${version}`, moduleVersion: version };
};

/** Tells every workspace of the module's offer whether the offer has moved on since it was made or upgraded. */
export const markUpgrades = async (tx: Transaction, module: { readonly id: string; readonly scope: string; readonly body: RegistryModule }): Promise<void> => {
  const offer = await tx.byKey<NoCodeModule>('no-code-modules', module.scope, module.id);
  if (!offer) return;
  const target = targetOf(module.body, offer.body.versionPin).sourceModuleId;
  const { records } = await tx.list<Workspace>({ kind: 'workspaces', scope: module.scope, body: [{ path: 'noCode.module', is: offer.id }] });
  for (const workspace of records) {
    const noCode = workspace.body.noCode!;
    const upgradeAvailable = noCode.sourceModuleId !== target;
    if (noCode.upgradeAvailable !== upgradeAvailable) await tx.update<Workspace>(workspace, { body: { ...workspace.body, noCode: { ...noCode, upgradeAvailable } } });
  }
};

/** A workspace that was upgraded to `reached`; the offer may have moved on while it was. */
export const afterUpgrade = async (view: View, workspace: Workspace, reached: Pick<NoCode, 'sourceModuleId' | 'moduleVersion'> | undefined): Promise<Workspace> => {
  const { noCode } = workspace;
  if (!noCode || !reached) return workspace;
  const offer = await view.get<NoCodeModule>('no-code-modules', noCode.module);
  const module = offer && await view.get<RegistryModule>('registry-modules', offer.body.module);
  const target = module ? targetOf(module.body, offer.body.versionPin).sourceModuleId : reached.sourceModuleId;
  return { ...workspace, noCode: { ...noCode, ...reached, upgradeAvailable: target !== reached.sourceModuleId } };
};
