import { badRequest, conflict } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { noContent } from '../../json-api/responses.ts';
import type { Transaction } from '../../store/store.ts';
import { appendLog, type LogAddress, maxLogBytes, measureLog } from '../runs/run-log.ts';
import { requireAgentJob } from './require-agent-job.ts';

const markBytes = 1;
/** Limit of one piece: agents send what has gathered since the last one, normally at most 100 KB. */
const maxPieceBytes = 1024 * 1024;

/** What is new of a piece of a log that begins at `offset`: an agent sends one again whose answer it did not get. Throws 409 for a gap. */
export const cutKnownLog = async (
  tx: Transaction,
  address: LogAddress,
  offset: number,
  piece: Uint8Array,
  isLast = false,
): Promise<string> => {
  const size = await measureLog(tx, address);
  // What is longer is not kept, and not counted, but for its closing message.
  if (size > maxLogBytes) return isLast ? Buffer.from(piece).toString('utf8') : '';
  const known = Math.max(0, size - markBytes);
  if (offset > known) throw conflict(`the log has ${known} bytes; the piece begins at ${offset}`);
  return Buffer.from(piece.subarray(known - offset)).toString('utf8');
};

const addToLog = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { address } = await requireAgentJob(ctx);
  const text = ctx.query.get('offset') ?? '';
  if (!/^\d{1,12}$/.test(text)) throw badRequest(`offset is "${text}"; expected the bytes that were sent before`, 'offset');
  const piece = ctx.body instanceof Uint8Array ? ctx.body : new Uint8Array();
  await appendLog(ctx.tx, address, await cutKnownLog(ctx.tx, address, Number(text), piece));
  return noContent;
};

export const routes = [
  route('POST /agents/{agent_id}/jobs/{job_id}/log', addToLog, {
    binaryBody: true,
    maxBodyBytes: maxPieceBytes,
    purposes: ['agent'],
    unaudited: true,
    description: {
      summary: 'Appends masked output to the log of a job.',
      query: {
        offset: { doc: 'Bytes that were sent before: what is known already is left out.', schema: { type: 'integer', minimum: 0 } },
      },
      responses: { 204: null },
    },
  }),
];
