import { requireSignedAddress } from '../../access/signed-addresses.ts';
import { conflict, notFound, unprocessable } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { releaseAwaitingRuns } from '../runs/release-awaiting-runs.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { digestArchive, saveArchive } from './archive-content.ts';
import { uploadDescription } from './describe-configuration-versions.ts';
import { queueRun } from './queue-run.ts';
import { uploadOf } from './render-configuration-versions.ts';
import type { StoredConfigurationVersion } from './stored.ts';
import { validateArchive } from './validate-archive.ts';

/** The configuration version of an address that was signed for its upload. Throws 404. */
const requireVersion = async (ctx: RequestContext): Promise<StoredRecord<StoredConfigurationVersion>> => {
  const { configuration_version_id: id, secret: signed } = ctx.params;
  const version = await ctx.tx.get<StoredConfigurationVersion>('configuration-versions', id!);
  const what = 'the configuration version';
  if (!version || version.body.secret === null) throw notFound(what);
  requireSignedAddress(ctx, uploadOf(version.id, version.body.secret), signed!, what);
  return version;
};

/** Whether this upload came before: a client sends it again when it lost the response. Throws 409 where another content did. */
const isRepeated = ({ body }: StoredRecord<StoredConfigurationVersion>, digest: string | undefined): boolean => {
  if (body.status === 'pending') return false;
  if (body.status === 'uploaded' && digest !== undefined && body.digest === digest) return true;
  throw conflict('the content of this configuration version was already uploaded');
};

/** Reads the archive through before the transaction, which other requests would wait for. */
const prepareUpload = async (ctx: PreparationContext): Promise<string> => {
  const digest = ctx.body instanceof Uint8Array ? digestArchive(ctx.body) : undefined;
  const repeated = await ctx.read(async (view) => isRepeated(await requireVersion(view), digest));
  if (digest === undefined) throw unprocessable('expected a tar archive, compressed with gzip, as the body of the request');
  if (!repeated) await validateArchive(ctx.body as Uint8Array);
  return digest;
};

const uploadConfiguration = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const version = await requireVersion(ctx);
  const digest = ctx.prepared as string;
  if (isRepeated(version, digest)) return { status: 200 };
  const bytes = ctx.body as Uint8Array;
  const reached = { ...version.body.reached, uploaded: ctx.clock.now().toISOString() };
  const uploaded = await ctx.tx.update<StoredConfigurationVersion>(version, {
    body: { ...version.body, status: 'uploaded', size: bytes.length, digest, reached },
  });
  await saveArchive(ctx.tx, uploaded, bytes);
  const workspace = await ctx.tx.get<StoredWorkspace>('workspaces', version.scope);
  if (!workspace) return { status: 200 };
  const { speculative, provisional, autoQueueRuns } = version.body;
  const current =
    speculative || provisional
      ? workspace
      : await ctx.tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, currentConfigurationVersion: version.id } });
  await releaseAwaitingRuns(ctx, workspace.id, version.id);
  if (autoQueueRuns) await queueRun(ctx, current, uploaded, 'Started by the upload of a configuration version');
  return { status: 200 };
};

export const routes = [
  route('PUT /configuration-versions/{configuration_version_id}/upload/{secret}', uploadConfiguration, {
    anonymous: true,
    binaryBody: true,
    prepare: prepareUpload,
    description: uploadDescription,
  }),
];
