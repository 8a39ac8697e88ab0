import type { Organization } from '../../access/records.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredConfigurationVersion } from '../configuration-versions/stored.ts';
import { cancelRun } from '../runs/cancel-run.ts';
import type { StoredRun } from '../runs/stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { IngressContext } from './ingress-origin.ts';

/** Runs of a workspace that are looked at. */
const maxRuns = 50;

/** Cancels the plans of earlier commits of a pull request, unless the organization's `speculative-plan-management-enabled` is false. */
export const cancelOutdatedPlans = async (
  ctx: IngressContext,
  workspace: StoredRecord<StoredWorkspace>,
  pullRequest: number,
): Promise<void> => {
  const organization = await ctx.tx.getByKey<Organization>('organizations', '', workspace.scope);
  if (organization?.body.chosen?.['speculative-plan-management-enabled'] === false) return;
  const { records } = await ctx.tx.list<StoredRun>(
    { kind: 'runs', scope: workspace.id, body: [{ path: 'active', is: true }] },
    { offset: 0, limit: maxRuns, uncounted: true, order: { by: 'seq', descending: true } },
  );
  const plans = records.filter(({ body }) => body.planOnly === true && body.forceCancelAt === undefined);
  const ids = plans.flatMap(({ body }) => body.configurationVersion ?? []);
  const versions = await ctx.tx.getMany<StoredConfigurationVersion>('configuration-versions', ids);
  const outdated = new Set(versions.filter(({ body }) => body.ingress?.['pull-request-number'] === pullRequest).map(({ id }) => id));
  for (const run of plans)
    if (outdated.has(run.body.configurationVersion ?? ''))
      await cancelRun(ctx, run, { description: 'A newer commit of the pull request arrived' });
};
