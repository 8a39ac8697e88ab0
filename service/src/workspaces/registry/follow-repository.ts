import type { LookupContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { recordVcsEvent } from '../ingress/vcs-events.ts';
import { newAddressSecret } from '../new-address-secret.ts';
import { markUpgradesAvailable } from '../no-code/upgrade-available.ts';
import { savePackage } from './package-content.ts';
import { lookUpVersions } from './repository-versions.ts';
import type { ModuleVersion, StoredRegistryModule } from './stored.ts';
import { compareNewestFirst } from './versions.ts';

type ModuleRecord = StoredRecord<StoredRegistryModule>;

/** Adds the versions of the repository that the module does not have. Failures to read are recorded in the events of the organization. */
export const addRepositoryVersions = async (
  ctx: LookupContext<Transaction>,
  module: ModuleRecord,
  initialVersion?: string,
): Promise<ModuleRecord> => {
  const { source, versions: present } = module.body;
  const found = source && lookUpVersions(ctx, source, initialVersion, new Set(present.map(({ version }) => version)));
  if (!source || !found) return module;
  const report = (message: string) => recordVcsEvent(ctx, module.scope, source.oauthTokenId ?? undefined, { level: 'error', message });
  if ('missing' in found) {
    await report(found.missing);
    return module;
  }
  const now = ctx.clock.now().toISOString();
  const added: ModuleVersion[] = [];
  for (const one of found.versions) {
    const { version, revision } = one;
    if ('fault' in one) {
      await report(`The version ${version} of ${source.identifier} is no module: ${one.fault}.`);
      continue;
    }
    await savePackage(ctx.tx, module.id, version, one.archive);
    const secret = newAddressSecret(ctx);
    added.push({ version, commit: revision, status: 'ok', resources: 0, createdAt: now, variables: [], secret });
  }
  if (added.length === 0) return module;
  const versions = [...present, ...added].sort(compareNewestFirst);
  const next = await ctx.tx.update<StoredRegistryModule>(module, { body: { ...module.body, versions, updatedAt: now } });
  await markUpgradesAvailable(ctx.tx, next);
  return next;
};
