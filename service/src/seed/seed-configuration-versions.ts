import { digestArchive } from '../workspaces/configuration-versions/archive-content.ts';
import { uploadOf } from '../workspaces/configuration-versions/render-configuration-versions.ts';
import type { StoredConfigurationVersion } from '../workspaces/configuration-versions/stored.ts';
import { readEntryArchive } from './entry-archive.ts';
import { invokeRoute, requireResponseDocument, type SeedContext, signSeedUpload } from './invoke-route.ts';
import { withCreationTime } from './set-times.ts';
import type { SeedOrganization } from './shape.ts';

type SeedWorkspace = NonNullable<SeedOrganization['workspaces']>[number];

/** Configuration versions, each as if it was made and uploaded at its time. They start no run: runs have entries of their own. */
export const seedConfigurationVersions = async (context: SeedContext, workspace: string, seed: SeedWorkspace): Promise<void> => {
  for (const entry of seed.configuration_versions ?? []) {
    const at = withCreationTime(context, entry);
    const bytes = await readEntryArchive(entry, 'configuration version', at.clock.now());
    const attributes = { 'auto-queue-runs': false, speculative: entry.speculative ?? false, provisional: entry.provisional ?? false };
    const reply = await invokeRoute(
      at,
      'POST /workspaces/{workspace_id}/configuration-versions',
      { workspace_id: workspace },
      { data: { type: 'configuration-versions', attributes } },
      entry.id,
    );
    if (!bytes) continue;
    const { id } = requireResponseDocument(reply);
    const { secret } = (await at.tx.get<StoredConfigurationVersion>('configuration-versions', id))!.body;
    const row = 'PUT /configuration-versions/{configuration_version_id}/upload/{secret}';
    const signed = signSeedUpload(at, uploadOf(id, secret!));
    await invokeRoute(at, row, { configuration_version_id: id, secret: signed }, bytes, null, digestArchive(bytes));
  }
};
