import { plainText } from '../../../http/body-schemas.ts';
import type { OperationDescription } from '../../../http/operation-description.ts';
import { badRequest } from '../../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../../http/route.ts';
import { type LogAddress, maxLogBytes, readLog } from '../run-log.ts';
import { toApplyId, toPlanId } from '../run-ids.ts';
import { requirePhaseOfLog, type PhaseNoun } from './require-phase.ts';

const parseNumber = (ctx: RequestContext, name: string, otherwise: number): number => {
  const text = ctx.query.get(name);
  if (text === null || text === '') return otherwise;
  if (!/^\d{1,12}$/.test(text)) throw badRequest(`${name} is "${text}"; expected a whole number`, name);
  return Number(text);
};

/** The bytes from `offset` on, at most `limit`, with the marks of start and end; empty without new output. Undefined: it is not kept. */
export const showLogBytes = async (ctx: RequestContext, address: LogAddress | undefined): Promise<RouteResponse> => {
  const window = { offset: parseNumber(ctx, 'offset', 0), limit: parseNumber(ctx, 'limit', maxLogBytes) };
  const bytes = address ? await readLog(ctx.tx, address, window) : new Uint8Array();
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: bytes };
};

const showLog = async (ctx: RequestContext, noun: PhaseNoun): Promise<RouteResponse> => {
  const { id, body } = await requirePhaseOfLog(ctx, noun);
  const phase = noun === 'plan' ? toPlanId(id) : toApplyId(id);
  return showLogBytes(ctx, body[noun]?.backingData === undefined ? { workspace: body.workspace, phase } : undefined);
};

const integer = { type: 'integer', minimum: 0 } as const;
/** The description of an endpoint of logs. `what`: `a plan` */
export const describeLog = (what: string): OperationDescription => ({
  summary: `Reads the log of ${what}, between a start mark (0x02) and an end mark (0x03).`,
  query: {
    offset: { doc: 'Bytes to leave out, marks included.', schema: { ...integer, default: 0 } },
    limit: { doc: 'Bytes to read at most. Default: the rest.', schema: integer },
  },
  responses: { 200: plainText },
});

export const routes = [
  route('GET /plans/{plan_id}/logs/{secret}', (ctx) => showLog(ctx, 'plan'), { anonymous: true, description: describeLog('a plan') }),
  route('GET /applies/{apply_id}/logs/{secret}', (ctx) => showLog(ctx, 'apply'), { anonymous: true, description: describeLog('an apply') }),
];
