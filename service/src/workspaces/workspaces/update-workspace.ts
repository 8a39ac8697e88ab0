import { workspace as declared } from '@slipway/declarations/resources/workspaces';
import { type JsonObject, parseToMany, parseDocument } from '../../json-api/parse-document.ts';
import { okDocument } from '../../json-api/responses.ts';
import type { RequestContext, RouteResponse, LookupContext } from '../../http/route.ts';
import { decodeDocument, jsonApi } from '@slipway/declarations/dialects';
import type { Values } from '@slipway/declarations/declare';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { validateDocument } from '../validate-document.ts';
import { setWorkspaceProject } from '../../access/project-workspaces.ts';
import { requireMove } from '../projects/require-move.ts';
import type { StoredProject } from '../projects/stored.ts';
import { indexDestroyedWorkspace } from '../auto-destroy/index-candidates.ts';
import { assessedWorkspacesLink } from '../assessments/stored.ts';
import { followRepository } from '../ingress/follow-repository.ts';
import { toAuthor } from '../runs/run-context.ts';
import { detachForeignSets } from '../variable-sets/attachment.ts';
import { parseTagBindings } from '../tags/parse-tag-bindings.ts';
import { requireDefaultProject, parseProject } from './create-workspace.ts';
import { renderWorkspace } from './render-workspaces.ts';
import { indexWorkspaceTags } from '../tags/effective-tags.ts';
import { resolveExecution, type WorkspaceParents, renderOverwrites } from './execution.ts';
import { normalizeHostedRequest } from './hosted-requests.ts';
import { applyLinkedAgentPool } from './linked-agent-pool.ts';
import { requireKeptAttributes } from './kept-attributes.ts';
import { replaceWorkspaceTags, requireTagNames } from '../tags/flat-tags.ts';
import { loadWorkspaceParents, requireWorkspace } from './require-workspace.ts';
import type { StoredWorkspace } from './stored.ts';
import { requireEphemeralRight } from './require-ephemeral-right.ts';
import { requireScopes } from './require-scopes.ts';
import { applyWorkspaceAttributes } from './apply-attributes.ts';

/** What it is before the request, in the declaration's names, as far as rules look at it. */
const toDeclaredState = ({ body }: StoredRecord<StoredWorkspace>, home: WorkspaceParents): Values => {
  const { mode, pool } = resolveExecution(body.attributes, home);
  return decodeDocument(jsonApi, declared.attributes, {
    attributes: {
      name: body.name,
      'execution-mode': mode,
      'agent-pool-id': pool,
      'setting-overwrites': renderOverwrites(body, 'neutral'),
      'vcs-repo': body.attributes['vcs-repo'] ?? null,
    },
  });
};

/** The project after the update: a move needs the right on both projects (spec 1, Authentication 3). */
const findDestination = async (
  ctx: RequestContext,
  workspace: StoredRecord<StoredWorkspace>,
  home: WorkspaceParents,
  relationships: { readonly [name: string]: unknown },
): Promise<StoredRecord<StoredProject> | undefined> => {
  const named = await parseProject(ctx, workspace.scope, relationships);
  const project = named === null ? await requireDefaultProject(ctx, home.organization) : named;
  if (!project || project.id === workspace.body.project) return undefined;
  await requireMove(ctx, workspace, project);
  return project;
};

/** What the service does with the workspace by itself: it may be destroyed, and assessed. */
const indexDueWork = async (
  ctx: RequestContext<Transaction>,
  workspace: StoredRecord<StoredWorkspace>,
  before: StoredWorkspace,
  attributes: JsonObject,
): Promise<void> => {
  await requireEphemeralRight(ctx, workspace, before);
  await indexDestroyedWorkspace(ctx.tx, workspace, before);
  if (attributes['assessments-enabled'] === true) await ctx.tx.link(assessedWorkspacesLink, 'all', workspace.id);
};

export const updateWorkspace = async (request: LookupContext<Transaction>): Promise<RouteResponse> => {
  const { tx } = request;
  const old = await requireWorkspace(request, 'update');
  const home = await loadWorkspaceParents(request, old.scope, old.body.project);
  const ctx = normalizeHostedRequest(applyLinkedAgentPool(request), resolveExecution(old.body.attributes, home).mode);
  const { attributes, relationships } = parseDocument(ctx, 'workspaces');
  validateDocument(declared, ctx, 'update', toDeclaredState(old, home));
  requireKeptAttributes(attributes);
  const project = await findDestination(ctx, old, home, relationships);
  const next: WorkspaceParents = project ? { ...home, project: project.body } : home;
  const own = await applyWorkspaceAttributes(ctx, next, old.body, attributes, 'update');
  await requireScopes(ctx, own, { id: old.id, project: project?.id ?? old.body.project }, old.body);
  const now = ctx.clock.now().toISOString();
  const bindings = parseToMany(ctx, relationships, 'tag-bindings', 'tag-bindings');
  const tags = parseToMany(ctx, relationships, 'tags', 'tags');
  requireTagNames(tags ?? []);
  const name = (attributes['name'] as string | undefined) ?? old.body.name;
  let workspace = await tx.update<StoredWorkspace>(old, {
    key: name,
    name,
    body: {
      ...old.body,
      name,
      ...own,
      updatedAt: now,
      ...(project ? { project: project.id } : {}),
      ...(bindings ? { tags: parseTagBindings(bindings, old.body.tags, now) } : {}),
    },
  });
  if (project) {
    await setWorkspaceProject(tx, workspace.id, project.id);
    await detachForeignSets(tx, workspace.id, project.id);
  }
  if (project || bindings) await indexWorkspaceTags(tx, workspace, next.project);
  await indexDueWork(ctx, workspace, old.body, attributes);
  if (tags) workspace = await replaceWorkspaceTags(ctx, workspace, tags);
  workspace = await followRepository(ctx, workspace, old.body, toAuthor(ctx));
  return okDocument(await renderWorkspace(ctx, workspace));
};
