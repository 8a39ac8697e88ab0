import { okDocuments } from '../../json-api/responses.ts';
import { parseDocuments } from '../../json-api/parse-document.ts';
import { throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { requireProjectRight } from '../../access/permissions.ts';
import {
  addBindingsDescription,
  bindingsDescription,
  effectiveBindingsDescription,
  replaceBindingsDescription,
} from '../tags/descriptions.ts';
import { indexProjectTags } from '../tags/effective-tags.ts';
import { mergeTagBindings, parseTagBindings, requireTagLimit, validateTagBindings } from '../tags/parse-tag-bindings.ts';
import { renderEffectiveProjectBindings, renderProjectBindings } from '../tags/render-bindings.ts';
import { requireProject } from './require-project.ts';
import type { StoredProject } from './stored.ts';

/** Writes bindings. `adds`: merges them into the existing ones; otherwise replaces these. */
const writeBindings =
  (adds: boolean) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const project = await requireProject(ctx);
    await requireProjectRight(ctx, adds ? 'add-tags' : 'update', project);
    const entries = parseDocuments(ctx, 'tag-bindings');
    throwIfInvalid(validateTagBindings(entries));
    const now = ctx.clock.now().toISOString();
    const sent = parseTagBindings(entries, project.body.tags, now);
    const tags = adds ? mergeTagBindings(project.body.tags, sent) : sent;
    requireTagLimit(tags);
    const next = await ctx.tx.update<StoredProject>(project, { body: { ...project.body, tags, updatedAt: now } });
    await indexProjectTags(ctx.tx, next);
    return okDocuments(renderProjectBindings(next));
  };

const [ownPath, relationshipPath] = ['/projects/{project_id}/tag-bindings', '/projects/{project_id}/relationships/tag-bindings'];
const showBindings = async (ctx: RequestContext): Promise<RouteResponse> => okDocuments(renderProjectBindings(await requireProject(ctx)));

export const routes = [
  route(`GET ${ownPath}`, showBindings, { description: bindingsDescription }),
  route(`GET ${relationshipPath}`, showBindings, { description: bindingsDescription }),
  route(`PATCH ${ownPath}`, writeBindings(true), { description: addBindingsDescription }),
  route(`POST ${relationshipPath}`, writeBindings(true), { description: addBindingsDescription }),
  route(`PATCH ${relationshipPath}`, writeBindings(false), { description: replaceBindingsDescription }),
  route(
    'GET /projects/{project_id}/effective-tag-bindings',
    async (ctx) => okDocuments(renderEffectiveProjectBindings(await requireProject(ctx))),
    { description: effectiveBindingsDescription },
  ),
];
