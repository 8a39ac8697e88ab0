import type { Transaction, ReadTransaction } from '../../store/store.ts';
import { unprocessable } from '../../http/problem.ts';
import { buildModuleKey, type ModuleVersion, type StoredRegistryModule } from '../registry/stored.ts';
import { resolveModuleVersion } from '../registry/versions.ts';
import type { NoCodeOrigin, StoredWorkspace } from '../workspaces/stored.ts';
import type { StoredNoCodeModule } from './stored.ts';

/** The version that is provisioned. Throws 422 where none is finished yet. */
export const requireOfferedVersion = (module: StoredRegistryModule, pin: string | null): ModuleVersion => {
  const found = resolveModuleVersion(module, pin);
  if (!found) throw unprocessable(`the module ${buildModuleKey(module)} has no finished version yet; upload the files of one first`);
  return found;
};

/** What a workspace that is made or upgraded to this version runs: `private/acme/vpc/aws/1.2.0`. */
export const buildUpgradeTarget = (
  module: StoredRegistryModule,
  { version }: Pick<ModuleVersion, 'version'>,
): Pick<NoCodeOrigin, 'sourceModuleId' | 'moduleVersion'> => ({
  sourceModuleId: `${buildModuleKey(module)}/${version}`,
  moduleVersion: version,
});

/** Updates every workspace of the offered module: whether a newer offer exists than the one it was created with or upgraded to. */
export const markUpgradesAvailable = async (
  tx: Transaction,
  module: { readonly id: string; readonly scope: string; readonly body: StoredRegistryModule },
): Promise<void> => {
  const noCodeModule = await tx.getByKey<StoredNoCodeModule>('no-code-modules', module.scope, module.id);
  if (!noCodeModule) return;
  const version = resolveModuleVersion(module.body, noCodeModule.body.versionPin);
  if (!version) return;
  const target = buildUpgradeTarget(module.body, version).sourceModuleId;
  const { records } = await tx.list<StoredWorkspace>({
    kind: 'workspaces',
    scope: module.scope,
    body: [{ path: 'noCode.module', is: noCodeModule.id }],
  });
  for (const workspace of records) {
    const noCode = workspace.body.noCode!;
    const upgradeAvailable = noCode.sourceModuleId !== target;
    if (noCode.upgradeAvailable !== upgradeAvailable)
      await tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, noCode: { ...noCode, upgradeAvailable } } });
  }
};

/** A workspace that was upgraded to `reached`; the offer may have moved on while it was. */
export const applyUpgrade = async (
  view: ReadTransaction,
  workspace: StoredWorkspace,
  reached: Pick<NoCodeOrigin, 'sourceModuleId' | 'moduleVersion'> | undefined,
): Promise<StoredWorkspace> => {
  const { noCode } = workspace;
  if (!noCode || !reached) return workspace;
  const noCodeModule = await view.get<StoredNoCodeModule>('no-code-modules', noCode.module);
  const module = noCodeModule && (await view.get<StoredRegistryModule>('registry-modules', noCodeModule.body.module));
  const version = module && resolveModuleVersion(module.body, noCodeModule.body.versionPin);
  const target = version ? buildUpgradeTarget(module.body, version).sourceModuleId : reached.sourceModuleId;
  return { ...workspace, noCode: { ...noCode, ...reached, upgradeAvailable: target !== reached.sourceModuleId } };
};
