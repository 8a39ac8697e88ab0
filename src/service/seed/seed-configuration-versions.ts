import { unprocessable } from '../http/problem.ts';
import { digestArchive } from '../workspaces/configuration-versions/archive-content.ts';
import type { StoredConfigurationVersion } from '../workspaces/configuration-versions/stored.ts';
import { validateArchive } from '../workspaces/configuration-versions/validate-archive.ts';
import { writeTar } from '../workspaces/runs/plan-exports/write-tar.ts';
import { invokeRoute, requireResponseDocument, type SeedContext } from './invoke-route.ts';
import { withCreationTime } from './set-times.ts';
import type { SeedOrganization } from './shape.ts';

type SeedWorkspace = NonNullable<SeedOrganization['workspaces']>[number];
type SeedConfigurationVersion = NonNullable<SeedWorkspace['configuration_versions']>[number];

/** What an entry of an archive can be called without extensions of the format. */
const isShortName = (path: string): boolean => /^[ -~]{1,100}$/.test(path);

/** The archive of a version; undefined: the entry has none. Throws 422 for what an upload would refuse. */
const readContent = async (entry: SeedConfigurationVersion, at: Date): Promise<Buffer | undefined> => {
  const { archive, files } = entry;
  if (files && archive) throw unprocessable('a configuration version has `files` or an `archive`, not both');
  const long = Object.keys(files ?? {}).find((path) => !isShortName(path));
  if (long !== undefined)
    throw unprocessable(`the path ${JSON.stringify(long)} is not of 1 to 100 characters in ASCII; use an \`archive\``);
  const bytes = archive
    ? Buffer.from(archive, 'base64')
    : files &&
      (await writeTar(
        Object.entries(files).map(([name, text]) => ({ name, text })),
        at,
      ));
  if (bytes) await validateArchive(bytes);
  return bytes ?? undefined;
};

/** Configuration versions, each as if it was made and uploaded at its time. They start no run: runs have entries of their own. */
export const seedConfigurationVersions = async (context: SeedContext, workspace: string, seed: SeedWorkspace): Promise<void> => {
  for (const entry of seed.configuration_versions ?? []) {
    const at = withCreationTime(context, entry);
    const bytes = await readContent(entry, at.clock.now());
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
    await invokeRoute(at, row, { configuration_version_id: id, secret: secret! }, bytes, null, digestArchive(bytes));
  }
};
