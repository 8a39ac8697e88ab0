import { tagKey, tagValue } from '../../../resources/workspaces/tags.ts';
import { type DocumentEntry, parseDocuments } from '../../json-api/parse-document.ts';
import { okDocuments } from '../../json-api/responses.ts';
import { type ErrorObject, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { mergeTagBindings, parseTagBindings } from './parse-tag-bindings.ts';
import { renderEffectiveBindings, renderOwnBindings } from './render-bindings.ts';
import { indexWorkspaceTags } from './effective-tags.ts';
import { loadWorkspaceParents, requireWorkspace } from '../workspaces/require-workspace.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';

const validateEntries = (entries: readonly DocumentEntry[]): ErrorObject[] =>
  entries.flatMap(({ attributes: { key, value }, pointer }): ErrorObject[] => [
    ...(tagKey.accepts(key) ? [] : [{ detail: `expected ${tagKey.description}`, pointer: `${pointer}/attributes/key` }]),
    ...(value === undefined || value === null || tagValue.accepts(value)
      ? []
      : [{ detail: `expected ${tagValue.description}`, pointer: `${pointer}/attributes/value` }]),
  ]);

/** Adds what is sent to what is there, or changes its value (gaps, section 2). */
const addBindings = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'manage-tags');
  const entries = parseDocuments(ctx, 'tag-bindings');
  throwIfInvalid(validateEntries(entries));
  const now = ctx.clock.now().toISOString();
  const tags = mergeTagBindings(workspace.body.tags, parseTagBindings(entries, workspace.body.tags, now));
  if (tags.length > 10) throw unprocessable(`expected at most 10 tags, got ${tags.length} together with the present ones`, '/data');
  const next = await ctx.tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, tags, updatedAt: now } });
  await indexWorkspaceTags(ctx.tx, next, (await loadWorkspaceParents(ctx, next.scope, next.body.project)).project);
  return okDocuments(renderOwnBindings(next));
};
const showBindings = async (ctx: RequestContext): Promise<RouteResponse> =>
  okDocuments(renderOwnBindings(await requireWorkspace(ctx, 'read-run')));

export const routes = [
  ...['/workspaces/{workspace_id}/tag-bindings', '/workspaces/{workspace_id}/relationships/tag-bindings'].flatMap((path) => [
    route(`GET ${path}`, showBindings),
    route(`PATCH ${path}`, addBindings),
    route(`POST ${path}`, addBindings),
  ]),
  route('GET /workspaces/{workspace_id}/effective-tag-bindings', async (ctx) => {
    const workspace = await requireWorkspace(ctx, 'read-run');
    return okDocuments(
      renderEffectiveBindings(workspace, (await loadWorkspaceParents(ctx, workspace.scope, workspace.body.project)).project),
    );
  }),
];
