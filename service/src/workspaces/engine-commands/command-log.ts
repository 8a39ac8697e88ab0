import { type AddressSubject, signAddress } from '../../access/signed-addresses.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type Route, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { describeLog, showLogBytes } from '../runs/phases/logs.ts';
import { isReadAfter, logOf, requireGrowingLogAddress } from '../runs/phases/phase-addresses.ts';
import { isCommandOver, type StoredEngineCommand } from './stored.ts';

type CommandRecord = StoredRecord<StoredEngineCommand>;
type CommandName = StoredEngineCommand['command']['name'];

const subjectOf = ({ id, body }: CommandRecord): AddressSubject => logOf(id, body.secret);

const isFollowed = ({ body }: CommandRecord, now: number): boolean => {
  const { finished, errored, canceled } = body.reached;
  return !isCommandOver(body) || isReadAfter(finished ?? errored ?? canceled, now);
};

/** The address of a log, which works without a token. `collection`: the part of the path: `queries` */
export const renderLogAddress = (
  ctx: Pick<RequestContext, 'origin' | 'addressKey' | 'clock'>,
  record: CommandRecord,
  collection: string,
): string => `${ctx.origin}/api/v2/${collection}/${record.id}/logs/${signAddress(ctx, subjectOf(record))}`;

/** The endpoint of a log. `parameter`: that of the ID in the path; `what`: `a query` */
export const createLogRoute = (endpoint: `GET ${string}`, parameter: string, name: CommandName, what: string): Route =>
  route(
    endpoint,
    async (ctx) => {
      const record = await ctx.tx.get<StoredEngineCommand>('engine-commands', ctx.params[parameter]!);
      if (record?.body.command.name !== name) throw notFound('the log');
      requireGrowingLogAddress(ctx, subjectOf(record), ctx.params['secret']!, (now) => isFollowed(record, now));
      return showLogBytes(ctx, { workspace: record.scope, phase: record.id });
    },
    { anonymous: true, description: describeLog(what) },
  );
