import { conflict } from '../../../http/problem.ts';
import { type RequestContext, type Route, type RouteResponse, route } from '../../../http/route.ts';
import { noContent } from '../../../json-api/responses.ts';
import type { Transaction } from '../../../store/store.ts';
import { deleteRunDocuments } from '../run-documents.ts';
import { toApplyId, toPlanId } from '../run-ids.ts';
import { deleteLog } from '../run-log.ts';
import type { StoredRun } from '../stored.ts';
import type { PhaseResult } from '../stored-parts.ts';
import { describeBackingData } from './describe-phases.ts';
import { requirePhase, type PhaseNoun } from './require-phase.ts';

type BackingData = PhaseResult['backingData'];

interface Change {
  readonly verb: string;
  readonly from: readonly BackingData[];
  readonly to: BackingData;
}

const describeState = (state: BackingData): string => state?.replace('-', ' ') ?? 'kept';

const createAction =
  (noun: PhaseNoun, { verb, from, to }: Change): Route['handle'] =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const { run } = await requirePhase(ctx, noun, 'update');
    const result = run.body[noun];
    if (!result) throw conflict(`the ${noun} has no data: it is not over`);
    if (!from.includes(result.backingData))
      throw conflict(`the data of the ${noun} is ${describeState(result.backingData)} and cannot be ${verb}`);
    const address = { workspace: run.body.workspace, phase: noun === 'plan' ? toPlanId(run.id) : toApplyId(run.id) };
    if (to === 'deleted') {
      await deleteLog(ctx.tx, address);
      await deleteRunDocuments(ctx.tx, address);
    }
    const { backingData: _former, ...rest } = result;
    await ctx.tx.update<StoredRun>(run, { body: { ...run.body, [noun]: to === undefined ? rest : { ...rest, backingData: to } } });
    return noContent;
  };

const changes: { readonly [action: string]: Change & { readonly summary: string } } = {
  'soft-delete-backing-data': {
    verb: 'deleted softly',
    from: [undefined],
    to: 'soft-deleted',
    summary: 'so that they can be restored',
  },
  'restore-backing-data': { verb: 'restored', from: ['soft-deleted'], to: undefined, summary: '' },
  'permanently-delete-backing-data': {
    verb: 'deleted permanently',
    from: [undefined, 'soft-deleted'],
    to: 'deleted',
    summary: 'for good',
  },
};

const summarize = (noun: PhaseNoun, action: string, manner: string): string => {
  const verb = action.startsWith('restore') ? 'Restores' : 'Deletes';
  return `${verb} the logs and documents of ${noun === 'plan' ? 'a plan' : 'an apply'}${manner === '' ? '' : ` ${manner}`}.`;
};

export const routes: readonly Route[] = (['plan', 'apply'] as const).flatMap((noun) =>
  Object.entries(changes).map(([action, change]) =>
    route(`POST /${noun === 'plan' ? 'plans' : 'applies'}/{${noun}_id}/actions/${action}`, createAction(noun, change), {
      plainJson: true,
      description: describeBackingData(summarize(noun, action, change.summary)),
    }),
  ),
);
