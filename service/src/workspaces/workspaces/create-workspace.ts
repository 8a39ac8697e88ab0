import { when } from '@slipway/declarations/declare';
import { workspace as declared } from '@slipway/declarations/resources/workspaces';
import { type DocumentEntry, type JsonObject, parseToMany, parseToOne, parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument } from '../../json-api/responses.ts';
import { notFound, unprocessable } from '../../http/problem.ts';
import type { Organization } from '../../access/records.ts';
import type { RequestContext, RouteResponse, LookupContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { validateDocument } from '../validate-document.ts';
import { requireOrganization, getProjectRights } from '../../access/permissions.ts';
import { addProjectWorkspace } from '../../access/project-workspaces.ts';
import type { StoredProject } from '../projects/stored.ts';
import { followRepository } from '../ingress/follow-repository.ts';
import { toAuthor } from '../runs/run-context.ts';
import { parseTagBindings } from '../tags/parse-tag-bindings.ts';
import { renderNewWorkspace } from './render-workspaces.ts';
import { indexDestroyedWorkspace } from '../auto-destroy/index-candidates.ts';
import { indexWorkspaceTags } from '../tags/effective-tags.ts';
import { replaceWorkspaceTags, requireTagNames } from '../tags/flat-tags.ts';
import { normalizeHostedRequest } from './hosted-requests.ts';
import { applyLinkedAgentPool } from './linked-agent-pool.ts';
import { requireKeptAttributes } from './kept-attributes.ts';
import { requireEphemeralRight } from './require-ephemeral-right.ts';
import type { NoCodeOrigin, StoredWorkspace } from './stored.ts';
import { requireScopes } from './require-scopes.ts';
import { createInitialSettings, applyWorkspaceAttributes } from './apply-attributes.ts';

export interface WorkspaceCreation {
  readonly organization: StoredRecord<Organization>;
  readonly project: StoredRecord<StoredProject>;
  /** By the specification's names, with valid shapes; includes `name`. */
  readonly attributes: JsonObject;
  /** Entries of `tag-bindings`, judged already. */
  readonly bindings?: readonly DocumentEntry[];
  /** Entries of `tags`, judged already. */
  readonly tags?: readonly DocumentEntry[];
  readonly noCode?: NoCodeOrigin;
}

/** What a new workspace has before anything happens in it. */
const emptyHistory = {
  tagNames: [],
  lock: null,
  sshKey: null,
  retention: null,
  resourceCount: 0,
  currentRun: null,
  currentStateVersion: null,
  currentConfigurationVersion: null,
  outputs: [],
  applyDurationAverage: 0,
  planDurationAverage: 0,
  policyCheckFailures: 0,
  runFailures: 0,
  runsCount: 0,
} as const;

/** Stores a workspace. Throws DuplicateKey (422) when its name is taken. The caller checks the rights. */
export const insertWorkspace = async (
  ctx: RequestContext<Transaction>,
  { organization, project, attributes, bindings = [], tags = [], noCode }: WorkspaceCreation,
): Promise<StoredRecord<StoredWorkspace>> => {
  const parents = { organization: organization.body, project: project.body };
  const settings = await applyWorkspaceAttributes(ctx, parents, createInitialSettings(ctx), attributes, 'create');
  await requireScopes(ctx, settings, { project: project.id });
  const now = ctx.clock.now().toISOString();
  const name = attributes['name'] as string;
  const body: StoredWorkspace = {
    name,
    organization: organization.body.name,
    project: project.id,
    ...settings,
    ...emptyHistory,
    tags: parseTagBindings(bindings, [], now),
    createdAt: now,
    updatedAt: now,
    latestChangeAt: now,
    noCode: noCode ?? null,
  };
  const record = { id: ctx.newId('ws'), kind: 'workspaces', scope: organization.body.name, key: name, name, body };
  const [workspace] = await Promise.all([
    ctx.tx.insert<StoredWorkspace>(record),
    addProjectWorkspace(ctx.tx, record.id, project.id),
    indexWorkspaceTags(ctx.tx, record, project.body, true),
    indexDestroyedWorkspace(ctx.tx, record),
  ]);
  await requireEphemeralRight(ctx, workspace);
  return tags.length === 0 ? workspace : replaceWorkspaceTags(ctx, workspace, tags);
};

/** The project that a request names; `null`: it names none. Throws 422 for one that the caller cannot see. */
export const parseProject = async (
  ctx: RequestContext,
  organization: string,
  relationships: JsonObject,
): Promise<StoredRecord<StoredProject> | null | undefined> => {
  const named = parseToOne(ctx, relationships, 'project', 'projects', 'project');
  if (!named) return named;
  const project = await ctx.tx.get<StoredProject>('projects', named.id);
  if (project?.scope !== organization || !(await getProjectRights(ctx, project)).has('read'))
    throw unprocessable(
      `${named.id} is no project of the organization "${organization}" that this token may see`,
      '/data/relationships/project/data/id',
    );
  return project;
};

export const requireDefaultProject = async (ctx: RequestContext, organization: Organization): Promise<StoredRecord<StoredProject>> => {
  const project = await ctx.tx.get<StoredProject>('projects', organization.defaultProject);
  if (!project) throw new Error(`the default project of ${organization.name} is gone`);
  return project;
};

/**
 * Spec 1, Authentication 2: who manages all workspaces, in the default project, and who may create them in this one. 404 about the
 * organization, which is all that the path of the request names.
 */
const requireCreateRight = async (ctx: RequestContext, organization: string, project: StoredRecord<StoredProject>): Promise<void> => {
  if (!(await getProjectRights(ctx, project)).has('create-workspace')) throw notFound(`the organization "${organization}"`);
};

/** Spec 1, Workspace: `execution-mode` must be sent when its flag is true; decision 8 has what the flag means. */
const createdWorkspace = {
  ...declared,
  constraints: [...(declared.constraints ?? []), when('setting_overwrites.execution_mode', true).needs('execution_mode')],
};

export const createWorkspace = async (request: LookupContext<Transaction>): Promise<RouteResponse> => {
  const ctx = normalizeHostedRequest(applyLinkedAgentPool(request));
  const organization = await requireOrganization(ctx);
  const { attributes, relationships } = parseDocument(ctx, 'workspaces');
  const project = (await parseProject(ctx, organization.body.name, relationships)) ?? (await requireDefaultProject(ctx, organization.body));
  await requireCreateRight(ctx, organization.body.name, project);
  validateDocument(createdWorkspace, ctx, 'create');
  requireKeptAttributes(attributes);
  const [bindings, tags] = [
    parseToMany(ctx, relationships, 'tag-bindings', 'tag-bindings') ?? [],
    parseToMany(ctx, relationships, 'tags', 'tags') ?? [],
  ];
  requireTagNames(tags);
  const inserted = await insertWorkspace(ctx, { organization, project, attributes, bindings, tags });
  const workspace = await followRepository(ctx, inserted, undefined, toAuthor(ctx));
  return createdDocument(await renderNewWorkspace(ctx, workspace));
};
