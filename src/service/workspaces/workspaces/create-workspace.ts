import { workspace as declared } from '../../../resources/workspaces/workspace.ts';
import { type DocumentEntry, type JsonObject, parseToMany, parseToOne, parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument } from '../../json-api/responses.ts';
import { notFound, unprocessable } from '../../http/problem.ts';
import type { Organization } from '../../access/records.ts';
import type { RequestContext, RouteResponse } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { validateDocument } from '../validate-document.ts';
import { hasOrganizationRight, requireOrganization, getProjectRights } from '../../access/permissions.ts';
import { setWorkspaceProject } from '../../access/project-workspaces.ts';
import type { StoredProject } from '../stored.ts';
import { parseTagBindings } from '../tags/parse-tag-bindings.ts';
import { renderWorkspace } from './render-workspaces.ts';
import { indexWorkspaceTags } from '../tags/effective-tags.ts';
import { replaceWorkspaceTags, requireTagNames } from '../tags/flat-tags.ts';
import type { NoCodeOrigin, StoredWorkspace } from './stored.ts';
import { createInitialSettings, applyWorkspaceAttributes } from './apply-attributes.ts';

export interface WorkspaceCreation {
  readonly organization: StoredRecord<Organization>;
  readonly project: StoredRecord<StoredProject>;
  /** In the specification's names, shapes judged already; `name` among them. */
  readonly attributes: JsonObject;
  /** Entries of `tag-bindings`, judged already. */
  readonly bindings?: readonly DocumentEntry[];
  /** Entries of `tags`, judged already. */
  readonly tags?: readonly DocumentEntry[];
  readonly noCode?: NoCodeOrigin;
}

/** A workspace with what it chose; KeyTaken (422) when the name is. Who may is the caller's to ask. */
export const insertWorkspace = async (
  asking: RequestContext<Transaction>,
  { organization, project, attributes, bindings = [], tags = [], noCode }: WorkspaceCreation,
): Promise<StoredRecord<StoredWorkspace>> => {
  const own = await applyWorkspaceAttributes(
    asking,
    { organization: organization.body, project: project.body },
    createInitialSettings(asking),
    attributes,
    'create',
  );
  const now = asking.clock.now().toISOString();
  const name = attributes['name'] as string;
  const workspace = await asking.tx.insert<StoredWorkspace>({
    id: asking.newId('ws'),
    kind: 'workspaces',
    scope: organization.body.name,
    key: name,
    name,
    body: {
      name,
      organization: organization.body.name,
      project: project.id,
      ...own,
      tags: parseTagBindings(bindings, [], now),
      tagNames: [],
      lock: null,
      sshKey: null,
      retention: null,
      createdAt: now,
      updatedAt: now,
      latestChangeAt: now,
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
      noCode: noCode ?? null,
    },
  });
  await setWorkspaceProject(asking.tx, workspace.id, project.id);
  await indexWorkspaceTags(asking.tx, workspace, project.body, true);
  return tags.length === 0 ? workspace : replaceWorkspaceTags(asking, workspace, tags);
};

/** The project a request names; `null`: none was named. 422 for one the caller does not see. */
export const parseProject = async (
  asking: RequestContext,
  organization: string,
  relationships: JsonObject,
): Promise<StoredRecord<StoredProject> | null | undefined> => {
  const named = parseToOne(relationships, 'project', 'projects', 'project');
  if (!named) return named;
  const project = await asking.tx.get<StoredProject>('projects', named.id);
  if (project?.scope !== organization || !(await getProjectRights(asking, project)).has('read'))
    throw unprocessable(
      `${named.id} is no project of the organization "${organization}" that this token may see`,
      '/data/relationships/project/data/id',
    );
  return project;
};

export const requireDefaultProject = async (asking: RequestContext, organization: Organization): Promise<StoredRecord<StoredProject>> => {
  const project = await asking.tx.get<StoredProject>('projects', organization.defaultProject);
  if (!project) throw new Error(`the default project of ${organization.name} is gone`);
  return project;
};

/** Spec 1, Authentication 2: who manages all workspaces, and whoever may create them in this project. */
export const requireCreateRight = async (
  asking: RequestContext,
  organization: string,
  project: StoredRecord<StoredProject>,
): Promise<void> => {
  if (hasOrganizationRight(asking, organization, 'manage-workspaces') || (await getProjectRights(asking, project)).has('create-workspace'))
    return;
  throw notFound(`the organization "${organization}"`);
};

export const createWorkspace = async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
  const organization = await requireOrganization(asking);
  const { attributes, relationships } = parseDocument(asking, 'workspaces');
  const project =
    (await parseProject(asking, organization.body.name, relationships)) ?? (await requireDefaultProject(asking, organization.body));
  await requireCreateRight(asking, organization.body.name, project);
  validateDocument(declared, asking, 'create');
  const [bindings, tags] = [
    parseToMany(relationships, 'tag-bindings', 'tag-bindings') ?? [],
    parseToMany(relationships, 'tags', 'tags') ?? [],
  ];
  requireTagNames(tags);
  const workspace = await insertWorkspace(asking, { organization, project, attributes, bindings, tags });
  return createdDocument(await renderWorkspace(asking, workspace));
};
