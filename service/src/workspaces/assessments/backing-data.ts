import { requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceSummary } from '../../access/records.ts';
import { conflict, notFound } from '../../http/problem.ts';
import { type RequestContext, type Route, type RouteResponse, route } from '../../http/route.ts';
import { noContent } from '../../json-api/responses.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { deleteRunDocuments } from '../runs/run-documents.ts';
import { deleteLog } from '../runs/run-log.ts';
import type { StoredAssessment } from './stored.ts';

type BackingData = StoredAssessment['backingData'];
interface Change {
  readonly summary: string;
  readonly verb: string;
  readonly from: readonly BackingData[];
  readonly to: BackingData;
}

const requireAssessment = async (ctx: RequestContext): Promise<StoredRecord<StoredAssessment>> => {
  const id = ctx.params['assessment_id']!;
  const assessment = await ctx.tx.get<StoredAssessment>('assessments', id);
  const workspace = assessment && (await ctx.tx.get<WorkspaceSummary>('workspaces', assessment.scope));
  if (!assessment || !workspace) throw notFound(`the assessment ${id}`);
  await requireWorkspaceRight(ctx, 'manage-assessments', workspace, `the assessment ${id}`);
  return assessment;
};

const createAction =
  ({ verb, from, to }: Change): Route['handle'] =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const assessment = await requireAssessment(ctx);
    const { backingData, ...rest } = assessment.body;
    if (rest.movesAt !== null) throw conflict(`the assessment ${assessment.id} has no data: it is not over`);
    if (!from.includes(backingData))
      throw conflict(`the data of the assessment is ${backingData?.replace('-', ' ') ?? 'kept'} and cannot be ${verb}`);
    if (to === 'deleted') {
      const address = { workspace: assessment.scope, phase: assessment.id };
      await deleteLog(ctx.tx, address);
      await deleteRunDocuments(ctx.tx, address);
    }
    await ctx.tx.update<StoredAssessment>(assessment, { body: to === undefined ? rest : { ...rest, backingData: to } });
    return noContent;
  };

const changes: { readonly [action: string]: Change } = {
  'soft-delete-backing-data': {
    summary: 'Deletes the log and documents of an assessment so that they can be restored.',
    verb: 'deleted softly',
    from: [undefined],
    to: 'soft-deleted',
  },
  'restore-backing-data': {
    summary: 'Restores the log and documents of an assessment.',
    verb: 'restored',
    from: ['soft-deleted'],
    to: undefined,
  },
  'permanently-delete-backing-data': {
    summary: 'Deletes the log and documents of an assessment for good.',
    verb: 'deleted permanently',
    from: [undefined, 'soft-deleted'],
    to: 'deleted',
  },
};

export const routes: readonly Route[] = Object.entries(changes).map(([action, change]) =>
  route(`POST /assessments/{assessment_id}/actions/${action}`, createAction(change), {
    plainJson: true,
    description: { summary: change.summary, responses: { 204: null } },
  }),
);
