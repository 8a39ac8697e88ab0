import { tagKey, tagValue } from '../../../resources/workspaces/tags.ts';
import { type Entry, sentList } from '../../json-api/read.ts';
import { all } from '../../json-api/reply.ts';
import { type Fault, refuse, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Transaction } from '../../store/store.ts';
import { merged, pairsSent } from '../tag-pairs.ts';
import { effectiveBindings, ownBindings } from './bindings.ts';
import { retag } from './effective-tags.ts';
import { homeOf, workspaceHere } from './here.ts';
import type { Workspace } from './stored.ts';

const faultsOf = (entries: readonly Entry[]): Fault[] => entries.flatMap(({ attributes: { key, value }, pointer }): Fault[] => [
  ...(tagKey.accepts(key) ? [] : [{ detail: `expected ${tagKey.description}`, pointer: `${pointer}/attributes/key` }]),
  ...(value === undefined || value === null || tagValue.accepts(value) ? [] : [{ detail: `expected ${tagValue.description}`, pointer: `${pointer}/attributes/value` }]),
]);

/** Adds what is sent to what is there, or changes its value (gaps, section 2). */
const add = async (asking: Asking<Transaction>): Promise<Reply> => {
  const workspace = await workspaceHere(asking, 'manage-tags');
  const entries = sentList(asking, 'tag-bindings');
  refuse(faultsOf(entries));
  const now = asking.clock.now().toISOString();
  const tags = merged(workspace.body.tags, pairsSent(entries, workspace.body.tags, now));
  if (tags.length > 10) throw unprocessable(`expected at most 10 tags, got ${tags.length} together with the present ones`, '/data');
  const next = await asking.tx.update<Workspace>(workspace, { body: { ...workspace.body, tags, updatedAt: now } });
  await retag(asking.tx, next, (await homeOf(asking, next.scope, next.body.project)).project);
  return all(ownBindings(next));
};
const show = async (asking: Asking): Promise<Reply> => all(ownBindings(await workspaceHere(asking, 'read-run')));

export const routes = [
  ...['/workspaces/{workspace_id}/tag-bindings', '/workspaces/{workspace_id}/relationships/tag-bindings'].flatMap((path) => [
    route(`GET ${path}`, show), route(`PATCH ${path}`, add), route(`POST ${path}`, add),
  ]),
  route('GET /workspaces/{workspace_id}/effective-tag-bindings', async (asking) => {
    const workspace = await workspaceHere(asking, 'read-run');
    return all(effectiveBindings(workspace, (await homeOf(asking, workspace.scope, workspace.body.project)).project));
  }),
];
