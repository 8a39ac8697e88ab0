import type { StoredRecord } from '../../store/store.ts';
import { cancelPipeline } from './cancel.ts';
import type { ActorContext } from './start-pipeline.ts';
import { activeLink, type Workflow } from '../workflows/workflow-records.ts';
import { pendingLink, type Pipeline } from './pipeline-records.ts';

/** Lists the pipelines of a project that have not ended: those without workflows yet, and those with active workflows. */
const listActivePipelines = async ({ tx }: ActorContext, project: string): Promise<readonly StoredRecord<Pipeline>[]> => {
  const waiting = (await tx.listLinks(pendingLink, { from: 'all' })).map(({ to }) => to);
  const state = (
    await tx.getMany<Workflow>(
      'ci-workflows',
      (await tx.listLinks(activeLink, { from: 'all' })).map(({ to }) => to),
    )
  )
    .filter(({ body }) => body.project === project)
    .map(({ scope }) => scope);
  return (await tx.getMany<Pipeline>('ci-pipelines', [...waiting, ...state])).filter(({ scope }) => scope === project);
};

/**
 * Cancels running pipelines of earlier commits of a branch; returns how many. Pipelines started by a person or a schedule, and those in
 * `kept`, are not canceled.
 */
export const cancelEarlierPipelines = async (
  ctx: ActorContext,
  project: string,
  branch: string,
  revision: string | null,
  kept: ReadonlySet<string>,
): Promise<number> => {
  const pipelines = (await listActivePipelines(ctx, project)).filter(
    ({ id, body }) =>
      !kept.has(id) &&
      body.trigger.type === 'webhook' &&
      body.vcs.branch === branch &&
      (revision === null || body.vcs.revision !== revision),
  );
  for (const one of pipelines) await cancelPipeline(ctx, one);
  return pipelines.length;
};
