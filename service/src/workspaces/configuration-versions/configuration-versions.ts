import { newAddressSecret } from '../new-address-secret.ts';
import { notFound, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { listResources } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, okDocument } from '../../json-api/responses.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { findCallingEngine } from '../calling-engine.ts';
import { requireRun } from '../runs/require-run.ts';
import { toAuthor } from '../runs/run-context.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { readArchive } from './archive-content.ts';
import {
  createConfigurationDescription,
  downloadDescription,
  ingressDescription,
  listConfigurationsDescription,
  showConfigurationDescription,
} from './describe-configuration-versions.ts';
import {
  renderConfigurationVersion,
  renderConfigurationVersions,
  renderNewConfigurationVersion,
  renderIngress,
} from './render-configuration-versions.ts';
import { findConfigurationVersion, requireConfigurationVersion } from './require-configuration-version.ts';
import { insertConfiguration } from './insert-configuration.ts';
import type { StoredConfigurationVersion } from './stored.ts';

const createConfigurationVersion = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'queue-run');
  const { attributes } = parseDocument(ctx, 'configuration-versions');
  throwIfInvalid(validateTypes(attributes, { 'auto-queue-runs': 'flag?', speculative: 'flag?', provisional: 'flag?' }, true));
  const version = await insertConfiguration(ctx, workspace.id, {
    status: 'pending',
    autoQueueRuns: attributes['auto-queue-runs'] !== false,
    speculative: attributes['speculative'] === true,
    provisional: attributes['provisional'] === true,
    source: findCallingEngine(ctx)?.source ?? 'tfe-api',
    createdBy: toAuthor(ctx),
    reached: {},
    secret: newAddressSecret(ctx),
  });
  const { id, body } = version;
  const { currentConfigurationVersion: current, awaitedConfigurationVersion: awaited } = workspace.body;
  if (!body.speculative && !body.provisional && current === null && awaited === undefined)
    await ctx.tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, awaitedConfigurationVersion: id } });
  return createdDocument(renderNewConfigurationVersion(ctx, version));
};

const listConfigurationVersions = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { id } = await requireWorkspace(ctx, 'read-run');
  return listResources<StoredConfigurationVersion>(
    ctx,
    { kind: 'configuration-versions', scope: id },
    (records) => renderConfigurationVersions(ctx, records),
    { order: { by: 'seq', descending: true } },
  );
};

/** The configuration version of the run of the path. */
const requireVersionOfRun = async (ctx: RequestContext): Promise<StoredRecord<StoredConfigurationVersion>> => {
  const run = await requireRun(ctx, 'read-run');
  return findConfigurationVersion(ctx, run.body.configurationVersion ?? '', 'read-run', `the configuration version of the run ${run.id}`);
};

const downloadArchive = async (ctx: RequestContext, version: StoredRecord<StoredConfigurationVersion>): Promise<RouteResponse> => {
  if (version.body.status !== 'uploaded' || version.body.size === 0)
    throw notFound(`the archive of the configuration version ${version.id}`);
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: await readArchive(ctx.tx, version) };
};

const showIngress = async (ctx: RequestContext): Promise<RouteResponse> => {
  const version = await requireConfigurationVersion(ctx, 'read-run');
  if (version.body.ingress === null) throw notFound(`the ingress attributes of the configuration version ${version.id}`);
  return okDocument(renderIngress(version));
};

const path = '/configuration-versions/{configuration_version_id}';
export const routes = [
  route('POST /workspaces/{workspace_id}/configuration-versions', createConfigurationVersion, {
    description: createConfigurationDescription,
  }),
  route('GET /workspaces/{workspace_id}/configuration-versions', listConfigurationVersions, { description: listConfigurationsDescription }),
  route(
    `GET ${path}`,
    async (ctx) => okDocument(await renderConfigurationVersion(ctx, await requireConfigurationVersion(ctx, 'read-run'))),
    {
      description: showConfigurationDescription,
    },
  ),
  route(`GET ${path}/ingress-attributes`, showIngress, { description: ingressDescription }),
  route(`GET ${path}/download`, async (ctx) => downloadArchive(ctx, await requireConfigurationVersion(ctx, 'read-run')), {
    description: downloadDescription,
  }),
  route(
    'GET /runs/{run_id}/configuration-version',
    async (ctx) => okDocument(await renderConfigurationVersion(ctx, await requireVersionOfRun(ctx))),
    { description: showConfigurationDescription },
  ),
  route('GET /runs/{run_id}/configuration-version/download', async (ctx) => downloadArchive(ctx, await requireVersionOfRun(ctx)), {
    description: downloadDescription,
  }),
];
