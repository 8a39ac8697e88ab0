import type { StoredRecord } from '../../store/store.ts';
import { digestArchive, saveArchive } from '../configuration-versions/archive-content.ts';
import { insertConfiguration } from '../configuration-versions/insert-configuration.ts';
import { queueRun } from '../configuration-versions/queue-run.ts';
import type { StoredConfigurationVersion } from '../configuration-versions/stored.ts';
import type { StoredOauthClient, StoredOauthToken } from '../oauth-clients/stored.ts';
import type { StoredRun } from '../runs/stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { describeCommit, ingressSource } from './render-commit.ts';
import type { IngressContext, IngressOrigin } from './ingress-origin.ts';
import type { Ingress } from './read-ingress.ts';
import { recordVcsEvent } from './vcs-events.ts';

const findClient = async ({ tx }: IngressContext, token: string | undefined): Promise<StoredOauthClient | undefined> => {
  const found = token === undefined ? undefined : await tx.get<StoredOauthToken>('oauth-tokens', token);
  return found && (await tx.get<StoredOauthClient>('oauth-clients', found.body.client))?.body;
};

const insertVersion = async (
  ctx: IngressContext,
  { id, body }: StoredRecord<StoredWorkspace>,
  ingress: Ingress,
  origin: IngressOrigin,
): Promise<StoredRecord<StoredConfigurationVersion>> => {
  const repo = body.attributes['vcs-repo']!;
  const client = await findClient(ctx, repo['oauth-token-id']);
  const now = ctx.clock.now().toISOString();
  const fault = 'fault' in ingress ? ingress.fault : null;
  return insertConfiguration(ctx, id, {
    status: fault === null ? 'uploaded' : 'errored',
    autoQueueRuns: true,
    speculative: origin.pullRequest !== null,
    source: ingressSource(client),
    error: fault,
    errorMessage: fault,
    createdBy: origin.createdBy ?? null,
    reached: { fetching: now, [fault === null ? 'uploaded' : 'errored']: now },
    size: 'archive' in ingress ? ingress.archive.length : 0,
    ...('archive' in ingress ? { digest: digestArchive(ingress.archive) } : {}),
    ingress: describeCommit(repo.identifier, client, ingress.commit, origin),
  });
};

/** The configuration version that a commit became, and its workspace. */
export interface StoredIngressOutcome {
  readonly workspace: StoredRecord<StoredWorkspace>;
  readonly configuration: StoredRecord<StoredConfigurationVersion>;
}

/** Stores a commit as a configuration version: the current one of the workspace, unless it is that of a pull request. */
export const storeIngress = async (
  ctx: IngressContext,
  workspace: StoredRecord<StoredWorkspace>,
  ingress: Ingress,
  origin: IngressOrigin,
): Promise<StoredIngressOutcome> => {
  const configuration = await insertVersion(ctx, workspace, ingress, origin);
  const { id, body } = configuration;
  if ('archive' in ingress) await saveArchive(ctx.tx, configuration, ingress.archive);
  if (body.speculative || body.status === 'errored') return { workspace, configuration };
  const current = await ctx.tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, currentConfigurationVersion: id } });
  return { workspace: current, configuration };
};

/** Starts the run of a commit. Until a workspace had its first run, commits start none unless `queue-all-runs` is set (spec 1). */
export const startIngressRun = async (
  ctx: IngressContext,
  { workspace, configuration }: StoredIngressOutcome,
  message: string,
): Promise<StoredRecord<StoredRun> | undefined> => {
  const { attributes, runsCount } = workspace.body;
  if (configuration.body.status === 'errored') return undefined;
  if (!configuration.body.speculative && attributes['queue-all-runs'] !== true && runsCount === 0) return undefined;
  return queueRun(ctx, workspace, configuration, message);
};

/** Records the outcome of a commit in the organization's list of events. */
export const recordIngress = async (
  ctx: IngressContext,
  { workspace, configuration }: StoredIngressOutcome,
  run: StoredRecord<StoredRun> | undefined,
): Promise<void> => {
  const { identifier, 'oauth-token-id': token } = workspace.body.attributes['vcs-repo']!;
  const subject = `The commit ${configuration.body.ingress!.commitSha.slice(0, 12)} of ${identifier}`;
  const { error } = configuration.body;
  const place = `the workspace "${workspace.body.name}"`;
  await recordVcsEvent(
    ctx,
    workspace.scope,
    token,
    error === null
      ? { level: 'info', message: `${subject} is the configuration version ${configuration.id} of ${place}, run: ${run?.id ?? 'none'}.` }
      : { level: 'error', message: `${subject} is no configuration of ${place}: ${error}.` },
  );
};
