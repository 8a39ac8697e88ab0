import { parseIds } from '../../json-api/parse-document.ts';
import { noContent } from '../../json-api/responses.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { requireVariableSet } from './require-variable-set.ts';
import { attachVariableSet, detachVariableSet, requireAttachable, type AttachmentTarget, touchVariableSet } from './attachment.ts';

const attachTo =
  (target: AttachmentTarget) =>
  async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
    const set = await requireVariableSet(asking, 'manage');
    const ids = parseIds(asking, target);
    await requireAttachable(asking, set.scope, target, ids, '/data');
    await attachVariableSet(asking.tx, set.id, target, ids);
    await touchVariableSet(asking, set);
    return noContent;
  };
/** What is not attached, or is gone, needs no removing. */
const detachFrom =
  (target: AttachmentTarget) =>
  async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
    const set = await requireVariableSet(asking, 'manage');
    await detachVariableSet(asking.tx, set.id, target, parseIds(asking, target));
    await touchVariableSet(asking, set);
    return noContent;
  };

export const routes = [
  route('POST /varsets/{varset_id}/relationships/workspaces', attachTo('workspaces')),
  route('DELETE /varsets/{varset_id}/relationships/workspaces', detachFrom('workspaces')),
  route('POST /varsets/{varset_id}/relationships/projects', attachTo('projects')),
  route('DELETE /varsets/{varset_id}/relationships/projects', detachFrom('projects')),
];
