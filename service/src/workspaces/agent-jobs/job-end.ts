import { createHash } from 'node:crypto';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { noContent } from '../../json-api/responses.ts';
import type { Transaction } from '../../store/store.ts';
import { requireOwnAgent } from '../agent-pools/require-agent.ts';
import { type LeftState, readLeftStateFile, storeEnd } from '../runs/engine/end-phase.ts';
import { loadVariablesOfRun } from '../runs/engine/run-input.ts';
import { deleteRunDocument, readRunDocument } from '../runs/run-documents.ts';
import { noteAgent, releaseHeldRun } from './held-runs.ts';
import { cutKnownLog } from './job-log.ts';
import { unpackBodyOfJob } from './job-state.ts';
import { parseJobEnd } from './parse-job-end.ts';
import type { AgentJobEnd } from './protocol.ts';
import { requireAgentJob } from './require-agent-job.ts';

interface PreparedEnd {
  readonly digest: string;
  /** Undefined: it was taken before. */
  readonly taken?: { readonly end: AgentJobEnd; readonly left: LeftState };
}

/** The end, and the state that was sent before it. */
const prepareEnd = async (ctx: PreparationContext): Promise<PreparedEnd> => {
  const { lastEnds = [] } = await ctx.read(async (view) => (await requireOwnAgent(view, true)).body);
  const digest = createHash('sha256')
    .update(`${ctx.params['job_id']}\n`)
    .update(ctx.body instanceof Uint8Array ? ctx.body : '')
    .digest('hex');
  if (lastEnds.includes(digest)) return { digest };
  const end = parseJobEnd((await unpackBodyOfJob(ctx)).toString('utf8'));
  const state = end.hasState
    ? await ctx.read(async (view) => readRunDocument(view.tx, (await requireAgentJob(view, true)).address, 'left-state'))
    : undefined;
  const bytes = state === undefined ? undefined : Buffer.from(state);
  const loadVariables = () => ctx.read(async (view) => loadVariablesOfRun(view.tx, (await requireAgentJob(view, true)).run.id));
  return { digest, taken: { end, left: await readLeftStateFile(bytes, loadVariables) } };
};

const takeEnd = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { tx, clock } = ctx;
  const { digest, taken } = ctx.prepared as PreparedEnd;
  if (!taken || (await requireOwnAgent(ctx, true)).body.lastEnds?.includes(digest)) return noContent;
  const { agent, run, phase, address } = await requireAgentJob(ctx, true);
  const { logOffset, hasState: _sent, ...reported } = taken.end;
  const log = logOffset === null ? reported.log : await cutKnownLog(tx, address, logOffset, Buffer.from(reported.log), true);
  await storeEnd(ctx, run.id, { ...reported, phase, runner: agent.id, log }, taken.left);
  await deleteRunDocument(tx, address, 'left-state');
  await releaseHeldRun(tx, run.id);
  await noteAgent(tx, agent, clock.now(), digest);
  return noContent;
};

export const routes = [
  route('POST /agents/{agent_id}/jobs/{job_id}/end', takeEnd, {
    binaryBody: true,
    purposes: ['agent'],
    unaudited: true,
    prepare: prepareEnd,
    description: {
      summary: 'The end of a job, as JSON that is compressed with gzip: result, documents of the plan, and the rest of the log.',
      responses: { 204: null },
    },
  }),
];
