import { isRecord } from '@slipway/declarations/record';
import { describeSetAttachment } from './descriptions.ts';
import { parseIds } from '../../json-api/parse-document.ts';
import { noContent } from '../../json-api/responses.ts';
import { type RequestContext, type Route, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { requireVariableSet } from './require-variable-set.ts';
import {
  type AttachmentTarget,
  attachmentTargets,
  attachVariableSet,
  detachVariableSet,
  requireAttachable,
  touchVariableSet,
} from './attachment.ts';

/** Reads the objects that the request names together with the set, in one round trip. They are checked afterwards. */
const readAhead = async (ctx: RequestContext<Transaction>, target: AttachmentTarget): Promise<void> => {
  const data = isRecord(ctx.body) ? ctx.body['data'] : undefined;
  const ids = (Array.isArray(data) ? data : []).flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry['id'] === 'string' ? [entry['id']] : [],
  );
  await ctx.tx.getMany(target, [...new Set(ids)]);
};

const attachTo =
  (target: AttachmentTarget) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const [set] = await Promise.all([requireVariableSet(ctx, 'manage'), readAhead(ctx, target)]);
    const ids = parseIds(ctx, target);
    await requireAttachable(ctx, set, target, ids, '/data');
    await Promise.all([attachVariableSet(ctx.tx, set.id, target, ids), touchVariableSet(ctx, set)]);
    return noContent;
  };
/** Detaches objects; ones that are not attached, or do not exist, are ignored. */
const detachFrom =
  (target: AttachmentTarget) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const set = await requireVariableSet(ctx, 'manage');
    await Promise.all([detachVariableSet(ctx.tx, set.id, target, parseIds(ctx, target)), touchVariableSet(ctx, set)]);
    return noContent;
  };

const both = (target: AttachmentTarget): readonly Route[] => [
  route(`POST /varsets/{varset_id}/relationships/${target}`, attachTo(target), {
    description: describeSetAttachment(`Applies a variable set to ${target}.`, target),
  }),
  route(`DELETE /varsets/{varset_id}/relationships/${target}`, detachFrom(target), {
    description: describeSetAttachment(`Takes a variable set away from ${target}.`, target),
  }),
];

export const routes: readonly Route[] = attachmentTargets.flatMap(both);
