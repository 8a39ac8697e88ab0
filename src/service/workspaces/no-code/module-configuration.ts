import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { saveArchive } from '../configuration-versions/archive-content.ts';
import { moduleSource, type StoredConfigurationVersion } from '../configuration-versions/stored.ts';
import { readPackage } from '../registry/package-content.ts';
import type { ModuleVersion } from '../registry/stored.ts';
import { isEngineUsed } from '../runs/is-engine-used.ts';

/**
 * A configuration version of a workspace with the files of a module's version, which then is the root of the configuration. Undefined where
 * runs are scripted, or the version was registered without files.
 */
export const createModuleConfiguration = async (
  { tx, clock, newId, settings }: Pick<RequestContext<Transaction>, 'tx' | 'clock' | 'newId' | 'settings'>,
  workspace: string,
  module: string,
  { version }: Pick<ModuleVersion, 'version'>,
): Promise<StoredRecord<StoredConfigurationVersion> | undefined> => {
  const bytes = isEngineUsed(settings) ? await readPackage(tx, module, version) : undefined;
  if (!bytes) return undefined;
  const now = clock.now().toISOString();
  const id = newId('cv');
  const body: StoredConfigurationVersion = {
    status: 'uploaded',
    autoQueueRuns: false,
    speculative: false,
    provisional: true,
    source: moduleSource,
    error: null,
    errorMessage: null,
    createdAt: now,
    createdBy: null,
    reached: { uploaded: now },
    secret: null,
    size: bytes.length,
    ingress: null,
  };
  const record = await tx.insert<StoredConfigurationVersion>({
    id,
    kind: 'configuration-versions',
    scope: workspace,
    key: id,
    name: '',
    body,
  });
  await saveArchive(tx, record, bytes);
  return record;
};
