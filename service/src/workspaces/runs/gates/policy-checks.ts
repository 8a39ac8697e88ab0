import type { WorkspaceRight } from '../../../access/workspace-rights.ts';
import { conflict, notFound } from '../../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../../http/route.ts';
import { listResources } from '../../../json-api/page.ts';
import { renderToOne, type ResourceObject } from '../../../json-api/resource-object.ts';
import { noContent, okDocument } from '../../../json-api/responses.ts';
import type { StoredRecord, Transaction } from '../../../store/store.ts';
import { findRunInWorkspace, requireRun } from '../require-run.ts';
import { loadRunRights } from '../render-runs.ts';
import type { StoredRun } from '../stored.ts';
import { settlePolicyCheck } from './attach-policy-check.ts';
import { describeGate, describeGateList, describeOverride, describeText } from './describe-gates.ts';
import { canOverridePolicies, requirePolicyOverride } from './override-rights.ts';
import { renderTimestamps } from './render-timestamps.ts';
import type { StoredPolicyCheck } from './stored.ts';

/** Documents of policy checks; a run that is over leaves none pending. */
export const renderPolicyChecks = async (
  ctx: RequestContext,
  records: readonly StoredRecord<StoredPolicyCheck>[],
): Promise<readonly ResourceObject[]> => {
  const rights = await loadRunRights(
    ctx,
    records.map(({ scope }) => scope),
  );
  const runs = await ctx.tx.getMany<StoredRun>('runs', [...new Set(records.map(({ body }) => body.run))]);
  const bodies = new Map(runs.map(({ id, body }) => [id, body]));
  return records.flatMap(({ id, scope, body }): readonly ResourceObject[] => {
    const own = rights.get(scope);
    const run = bodies.get(body.run);
    if (!own?.has('read-run') || !run) return [];
    const isOpen = body.status === 'pending' || body.status === 'queued';
    const canOverride = canOverridePolicies(ctx, run.organization);
    return [
      {
        id,
        type: 'policy-checks',
        attributes: {
          result: body.result,
          scope: body.scope,
          status: isOpen && !run.active ? 'canceled' : body.status,
          'status-timestamps': renderTimestamps(body.reached),
          actions: { 'is-overridable': body.status === 'soft_failed' },
          permissions: { 'can-override': canOverride },
        },
        relationships: { run: renderToOne('runs', body.run) },
        links: {
          self: `/api/v2/policy-checks/${id}`,
          output: `/api/v2/policy-checks/${id}/output`,
          ...(canOverride && body.status === 'soft_failed' ? { override: `/api/v2/policy-checks/${id}/actions/override` } : {}),
        },
      },
    ];
  });
};

const requirePolicyCheck = async (ctx: RequestContext, right: WorkspaceRight): Promise<StoredRecord<StoredPolicyCheck>> => {
  const id = ctx.params['policy_check_id']!;
  const what = `the policy check ${id}`;
  const check = await ctx.tx.get<StoredPolicyCheck>('policy-checks', id);
  if (!check) throw notFound(what);
  await findRunInWorkspace(ctx, check.body.run, right, what);
  return check;
};

const showPolicyCheck = async (ctx: RequestContext): Promise<RouteResponse> =>
  okDocument((await renderPolicyChecks(ctx, [await requirePolicyCheck(ctx, 'read-run')]))[0]!);

const listPolicyChecks = async (ctx: RequestContext): Promise<RouteResponse> => {
  const run = await requireRun(ctx, 'read-run');
  const ids = (run.body.checks ?? []).map(({ id }) => id);
  return listResources<StoredPolicyCheck>(ctx, { kind: 'policy-checks', scope: run.scope, ids }, (records) =>
    renderPolicyChecks(ctx, records),
  );
};

const showOutput = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { body } = await requirePolicyCheck(ctx, 'read-run');
  if (body.result === null) return noContent;
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: new TextEncoder().encode(body.output) };
};

const overridePolicyCheck = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const check = await requirePolicyCheck(ctx, 'read-run');
  const run = (await ctx.tx.get<StoredRun>('runs', check.body.run))!;
  requirePolicyOverride(ctx, run.body.organization, `the policy check ${check.id}`);
  if (check.body.status !== 'soft_failed') throw conflict(`a policy check that is ${check.body.status} cannot be overridden`);
  await settlePolicyCheck(ctx, check.id, { status: 'overridden' });
  const overridden = (await ctx.tx.get<StoredPolicyCheck>('policy-checks', check.id))!;
  return okDocument((await renderPolicyChecks(ctx, [overridden]))[0]!);
};

const path = '/policy-checks/{policy_check_id}';
export const routes = [
  route('GET /runs/{run_id}/policy-checks', listPolicyChecks, {
    description: describeGateList('policyCheck', 'Lists the policy checks of a run.'),
  }),
  route(`GET ${path}`, showPolicyCheck, { description: describeGate('policyCheck', 'Shows a policy check.') }),
  route(`GET ${path}/output`, showOutput, { description: describeText('Shows what a policy check printed.', 'application/octet-stream') }),
  route(`POST ${path}/actions/override`, overridePolicyCheck, {
    plainJson: true,
    description: describeOverride('policyCheck', 'Lets a run go on whose policies failed softly.'),
  }),
];
