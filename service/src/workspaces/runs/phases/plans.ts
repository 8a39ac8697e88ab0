import { notFound } from '../../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../../http/route.ts';
import { noContent, okDocument } from '../../../json-api/responses.ts';
import { requireSignedAddress } from '../../../access/signed-addresses.ts';
import { hasWorkspaceRight } from '../../../access/permissions.ts';
import { readRunDocument, type RunDocumentName } from '../run-documents.ts';
import { toPlanId } from '../run-ids.ts';
import { describeDocument, describeRedirect, showPlanDescription } from './describe-phases.ts';
import { renderPlan } from './render-phases.ts';
import { requirePhase } from './require-phase.ts';
import { signRedirect } from './phase-addresses.ts';
import { toRunId } from '../run-ids.ts';
import type { StoredRun } from '../stored.ts';

const showPlan = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { run, workspace } = await requirePhase(ctx, 'plan', 'read-run');
  return okDocument(renderPlan(ctx, run, await hasWorkspaceRight(ctx, 'read-plan-json', workspace)));
};

const missing = (name: RunDocumentName, plan: string) => notFound(`the ${name === 'schemas' ? 'schema' : 'JSON'} of the plan ${plan}`);

const json = { 'content-type': 'application/json' };

/** The document of a plan as text; undefined: the plan is not over. Throws 404 where it left none. */
const findDocument = async (ctx: RequestContext, id: string, run: StoredRun, name: RunDocumentName): Promise<string | undefined> => {
  const isOver = run.plan !== undefined || !run.active;
  if (!isOver) return undefined;
  const address = { workspace: run.workspace, phase: toPlanId(id) };
  const text = run.plan?.backingData === undefined ? await readRunDocument(ctx.tx, address, name) : undefined;
  if (text === undefined) throw missing(name, toPlanId(id));
  return text;
};

/** 307 to an address that is good for a minute: the values in these documents are not masked. */
const redirectToDocument =
  (name: 'json' | 'schemas', path: string, right: 'read-plan-json' | 'read-run') =>
  async (ctx: RequestContext): Promise<RouteResponse> => {
    const { run } = await requirePhase(ctx, 'plan', right);
    if ((await findDocument(ctx, run.id, run.body, name)) === undefined) return noContent;
    const plan = toPlanId(run.id);
    const key = signRedirect(ctx, { id: plan, operation: name, secret: run.body.secret! });
    return { status: 307, headers: { location: `${ctx.origin}/api/v2/plans/${plan}/${path}/${key}` } };
  };

const showDocument =
  (name: 'json' | 'schemas') =>
  async (ctx: RequestContext): Promise<RouteResponse> => {
    const { plan_id: plan, secret } = ctx.params;
    const id = toRunId('plan', plan!);
    const run = id === undefined ? undefined : await ctx.tx.get<StoredRun>('runs', id);
    if (run?.body.secret === undefined) throw notFound('the document');
    requireSignedAddress(ctx, { id: plan!, operation: name, secret: run.body.secret }, secret!, 'the document');
    const text = await findDocument(ctx, run.id, run.body, name);
    return text === undefined ? noContent : { status: 200, headers: json, body: new TextEncoder().encode(text) };
  };

const showRedacted = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { run } = await requirePhase(ctx, 'plan', 'read-run');
  const text = await findDocument(ctx, run.id, run.body, 'redacted');
  return text === undefined ? noContent : { status: 200, headers: json, body: new TextEncoder().encode(text) };
};

const redirectToJson = redirectToDocument('json', 'json-output', 'read-plan-json');
const redirectToSchemas = redirectToDocument('schemas', 'json-schema', 'read-run');
const jsonDescription = describeRedirect('Leads to the JSON of a plan, with sensitive values.');
const schemaDescription = describeRedirect('Leads to the schemas of the providers of a plan.');

export const routes = [
  route('GET /plans/{plan_id}', showPlan, { description: showPlanDescription }),
  route('GET /runs/{run_id}/plan', showPlan, { description: showPlanDescription }),
  route('GET /plans/{plan_id}/json-output', redirectToJson, { purposes: ['run-task'], description: jsonDescription }),
  route('GET /runs/{run_id}/plan/json-output', redirectToJson, { purposes: ['run-task'], description: jsonDescription }),
  route('GET /plans/{plan_id}/json-schema', redirectToSchemas, { description: schemaDescription }),
  route('GET /runs/{run_id}/plan/json-schema', redirectToSchemas, { description: schemaDescription }),
  route('GET /plans/{plan_id}/json-output-redacted', showRedacted, {
    description: describeDocument('Shows the changes of a plan, without sensitive values, with the schemas of its providers.'),
  }),
  route('GET /plans/{plan_id}/json-output/{secret}', showDocument('json'), {
    anonymous: true,
    description: describeDocument('Shows the JSON of a plan.'),
  }),
  route('GET /plans/{plan_id}/json-schema/{secret}', showDocument('schemas'), {
    anonymous: true,
    description: describeDocument('Shows the schemas of the providers of a plan.'),
  }),
];
