import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { saveArchive } from '../configuration-versions/archive-content.ts';
import { insertConfiguration } from '../configuration-versions/insert-configuration.ts';
import { moduleSource, type StoredConfigurationVersion } from '../configuration-versions/stored.ts';
import { readPackage } from '../registry/package-content.ts';
import type { ModuleVersion } from '../registry/stored.ts';
import { isEngineUsed } from '../runs/is-engine-used.ts';

/**
 * A configuration version of a workspace with the files of a module's version, which then is the root of the configuration. Undefined where
 * runs are scripted, or the version was registered without files.
 */
export const createModuleConfiguration = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'clock' | 'newId' | 'settings'>,
  workspace: string,
  module: string,
  { version }: Pick<ModuleVersion, 'version'>,
): Promise<StoredRecord<StoredConfigurationVersion> | undefined> => {
  const bytes = isEngineUsed(ctx.settings) ? await readPackage(ctx.tx, module, version) : undefined;
  if (!bytes) return undefined;
  const record = await insertConfiguration(ctx, workspace, { provisional: true, source: moduleSource, size: bytes.length });
  await saveArchive(ctx.tx, record, bytes);
  return record;
};
