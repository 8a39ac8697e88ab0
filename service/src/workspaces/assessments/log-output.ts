import { plainText } from '../../http/body-schemas.ts';
import { badRequest } from '../../http/problem.ts';
import type { RequestContext, RouteResponse } from '../../http/route.ts';
import type { NounAction } from '../../nouns/declaration.ts';
import type { NounRecord } from '../../nouns/noun-record.ts';
import { maxLogBytes, measureLog, readLog } from '../runs/run-log.ts';
import type { StoredAssessment, StoredAssessmentResult } from './stored.ts';

const parseBytes = (ctx: RequestContext, name: string, otherwise: number): number => {
  const text = ctx.query.get(name);
  if (text === null || text === '') return otherwise;
  if (!/^\d{1,12}$/.test(text)) throw badRequest(`${name} is ${JSON.stringify(text.slice(0, 60))}; expected a whole number`, name);
  return Number(text);
};

const parseTail = (ctx: RequestContext): boolean => {
  const text = ctx.query.get('tail') || 'false';
  if (text !== 'true' && text !== 'false') throw badRequest(`tail is ${JSON.stringify(text.slice(0, 60))}; expected true or false`, 'tail');
  return text === 'true';
};

/** The bytes of the log without the marks of start and end that logs of runs have. */
const showLog = async (ctx: RequestContext, record: NounRecord): Promise<RouteResponse> => {
  const { source } = record.body as StoredAssessmentResult;
  const [offset, tail] = [parseBytes(ctx, 'offset', 0), parseTail(ctx)];
  const address = { workspace: record.scope, phase: source };
  // Without the end of the log, the start of the last bytes is not known.
  const beginning = tail ? undefined : readLog(ctx.tx, address, { offset: offset + 1, limit: parseBytes(ctx, 'limit', maxLogBytes * 2) });
  const [assessment, measured] = await Promise.all([
    ctx.tx.get<StoredAssessment>('assessments', source),
    measureLog(ctx.tx, address),
    beginning,
  ]);
  const size = assessment?.body.backingData === undefined ? Math.max(0, measured - 2) : 0;
  const limit = Math.min(parseBytes(ctx, 'limit', size), size);
  const start = tail ? Math.max(0, size - limit) : Math.min(offset, size);
  const read = (await beginning) ?? (await readLog(ctx.tx, address, { offset: start + 1, limit }));
  const bytes = read.subarray(0, Math.min(limit, size - start));
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: bytes };
};

const integer = { type: 'integer', minimum: 0 } as const;

/** The endpoint of the log below the path of an assessment result. */
export const showAssessmentLog = (itemPath: string): NounAction => ({
  endpoint: `GET ${itemPath}/log-output`,
  access: 'read',
  handle: showLog,
  options: {
    description: {
      summary: 'Reads the log of an assessment.',
      query: {
        offset: { doc: 'Bytes to leave out.', schema: { ...integer, default: 0 } },
        limit: { doc: 'Bytes to read at most. Default: the rest.', schema: integer },
        tail: { doc: 'Whether the last bytes are read instead of the first.', schema: { type: 'boolean', default: false } },
      },
      responses: { 200: plainText },
    },
  },
});
