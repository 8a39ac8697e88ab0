import { tagKey, tagValue } from '@slipway/declarations/resources/workspaces/tags';
import { type DocumentEntry, parseDocuments } from '../../json-api/parse-document.ts';
import { okDocuments } from '../../json-api/responses.ts';
import { type ErrorObject, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { addBindingsDescription, bindingsDescription, effectiveBindingsDescription, replaceBindingsDescription } from './descriptions.ts';
import { mergeTagBindings, parseTagBindings, requireTagLimit } from './parse-tag-bindings.ts';
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

/** Writes bindings. `adds`: adds them, or changes their values (gaps, section 2); otherwise replaces the existing ones. */
const writeBindings =
  (adds: boolean) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const workspace = await requireWorkspace(ctx, adds ? 'add-tags' : 'manage-tags');
    const entries = parseDocuments(ctx, 'tag-bindings');
    throwIfInvalid(validateEntries(entries));
    const now = ctx.clock.now().toISOString();
    const sent = parseTagBindings(entries, workspace.body.tags, now);
    const tags = adds ? mergeTagBindings(workspace.body.tags, sent) : sent;
    requireTagLimit(tags);
    const next = await ctx.tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, tags, updatedAt: now } });
    await indexWorkspaceTags(ctx.tx, next, (await loadWorkspaceParents(ctx, next.scope, next.body.project)).project);
    return okDocuments(renderOwnBindings(next));
  };
const addBindings = writeBindings(true);
const showBindings = async (ctx: RequestContext): Promise<RouteResponse> =>
  okDocuments(renderOwnBindings(await requireWorkspace(ctx, 'read-run')));

const showEffectiveBindings = async (ctx: RequestContext): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'read-run');
  const { project } = await loadWorkspaceParents(ctx, workspace.scope, workspace.body.project);
  return okDocuments(renderEffectiveBindings(workspace, project));
};

const [ownPath, relationshipPath] = ['/workspaces/{workspace_id}/tag-bindings', '/workspaces/{workspace_id}/relationships/tag-bindings'];
export const routes = [
  ...[ownPath, relationshipPath].flatMap((path) => [
    route(`GET ${path}`, showBindings, { description: bindingsDescription }),
    route(`POST ${path}`, addBindings, { description: addBindingsDescription }),
  ]),
  route(`PATCH ${ownPath}`, addBindings, { description: addBindingsDescription }),
  route(`PATCH ${relationshipPath}`, writeBindings(false), { description: replaceBindingsDescription }),
  route('GET /workspaces/{workspace_id}/effective-tag-bindings', showEffectiveBindings, { description: effectiveBindingsDescription }),
];
