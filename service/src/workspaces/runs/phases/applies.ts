import { type AddressSubject, requireSignedAddress } from '../../../access/signed-addresses.ts';
import { notFound } from '../../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../../http/route.ts';
import { okDocument } from '../../../json-api/responses.ts';
import { readRunDocument } from '../run-documents.ts';
import { toApplyId, toRunId } from '../run-ids.ts';
import type { StoredRun } from '../stored.ts';
import { describeDocument, showApplyDescription } from './describe-phases.ts';
import { renderApply } from './render-phases.ts';
import { requirePhase } from './require-phase.ts';
import { signRedirect } from './phase-addresses.ts';

const showApply = async (ctx: RequestContext): Promise<RouteResponse> =>
  okDocument(renderApply(ctx, (await requirePhase(ctx, 'apply', 'read-run')).run));

const findErroredState = (ctx: RequestContext, id: string, run: StoredRun): Promise<string | undefined> =>
  readRunDocument(ctx.tx, { workspace: run.workspace, phase: toApplyId(id) }, 'errored-state');

const subjectOf = (apply: string, secret: string): AddressSubject => ({ id: apply, operation: 'errored-state', secret });

/** Redirects to a state that an apply could not store, to be recovered by hand. */
const redirectToErroredState = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { run } = await requirePhase(ctx, 'apply', 'read-state-versions');
  const apply = toApplyId(run.id);
  if (run.body.secret === undefined || (await findErroredState(ctx, run.id, run.body)) === undefined)
    throw notFound(`the errored state of the apply ${apply}`);
  const key = signRedirect(ctx, subjectOf(apply, run.body.secret));
  return { status: 307, headers: { location: `${ctx.origin}/api/v2/applies/${apply}/errored-state/${key}` } };
};

const showErroredState = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { apply_id: apply, secret } = ctx.params;
  const id = toRunId('apply', apply!);
  const run = id === undefined ? undefined : await ctx.tx.get<StoredRun>('runs', id);
  if (run?.body.secret === undefined) throw notFound('the document');
  requireSignedAddress(ctx, subjectOf(apply!, run.body.secret), secret!, 'the document');
  const text = await findErroredState(ctx, run.id, run.body);
  if (text === undefined) throw notFound('the document');
  return { status: 200, headers: { 'content-type': 'application/json' }, body: new TextEncoder().encode(text) };
};

export const routes = [
  route('GET /applies/{apply_id}', showApply, { description: showApplyDescription }),
  route('GET /runs/{run_id}/apply', showApply, { description: showApplyDescription }),
  route('GET /applies/{apply_id}/errored-state', redirectToErroredState, {
    description: { summary: 'Leads to the state that an apply could not store.', responses: { 307: null } },
  }),
  route('GET /applies/{apply_id}/errored-state/{secret}', showErroredState, {
    anonymous: true,
    description: describeDocument('Shows the state that an apply could not store.'),
  }),
];
