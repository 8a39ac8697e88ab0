import type { Transaction } from '../../store/store.ts';
import type { RegistryModule } from '../registry/stored.ts';
import { versionOf } from '../registry/versions.ts';
import type { Workspace } from '../workspaces/stored.ts';
import type { NoCodeModule } from './stored.ts';

/** Tells every workspace of the module's offer whether the offer has moved on since it was made or upgraded. */
export const markUpgrades = async (tx: Transaction, module: { readonly id: string; readonly scope: string; readonly body: RegistryModule }): Promise<void> => {
  const offer = await tx.byKey<NoCodeModule>('no-code-modules', module.scope, module.id);
  if (!offer) return;
  const target = versionOf(module.body, offer.body.versionPin)?.version;
  const { records } = await tx.list<Workspace>({ kind: 'workspaces', scope: module.scope, body: [{ path: 'noCode.module', is: offer.id }] });
  for (const workspace of records) {
    const { noCode } = workspace.body;
    const upgradeAvailable = target !== undefined && noCode!.moduleVersion !== target;
    if (noCode!.upgradeAvailable !== upgradeAvailable) await tx.update<Workspace>(workspace, { body: { ...workspace.body, noCode: { ...noCode!, upgradeAvailable } } });
  }
};
