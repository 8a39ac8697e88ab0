import { workspace as declared } from '../../../resources/workspaces/workspace.ts';
import { type Entry, type Json, manySent, oneSent, sent } from '../../json-api/read.ts';
import { created } from '../../json-api/reply.ts';
import { notFound, unprocessable } from '../../problem.ts';
import type { Organization } from '../../records.ts';
import type { Asking, Reply } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { judge } from '../judge.ts';
import { mayIn, organizationHere, projectRightsOn } from '../permissions.ts';
import { settle } from '../project-members.ts';
import type { Project } from '../stored.ts';
import { pairsSent } from '../tag-pairs.ts';
import { renderWorkspace } from './document.ts';
import { retag } from './effective-tags.ts';
import { onlyTags, refuseTagNames } from './flat-tags.ts';
import type { NoCode, Workspace } from './stored.ts';
import { unwritten, written } from './written.ts';

export interface NewWorkspace {
  readonly organization: Rec<Organization>;
  readonly project: Rec<Project>;
  /** In the specification's names, shapes judged already; `name` among them. */
  readonly attributes: Json;
  /** Entries of `tag-bindings`, judged already. */
  readonly bindings?: readonly Entry[];
  /** Entries of `tags`, judged already. */
  readonly tags?: readonly Entry[];
  readonly noCode?: NoCode;
}

/** A workspace with what it chose; KeyTaken (422) when the name is. Who may is the caller's to ask. */
export const newWorkspace = async (asking: Asking<Transaction>, { organization, project, attributes, bindings = [], tags = [], noCode }: NewWorkspace): Promise<Rec<Workspace>> => {
  const own = await written(asking, { organization: organization.body, project: project.body }, unwritten(asking), attributes, 'create');
  const now = asking.clock.now().toISOString();
  const name = attributes['name'] as string;
  const workspace = await asking.tx.insert<Workspace>({ id: asking.newId('ws'), kind: 'workspaces', scope: organization.body.name, key: name, name, body: {
    name, organization: organization.body.name, project: project.id, ...own, tags: pairsSent(bindings, [], now), tagNames: [],
    lock: null, sshKey: null, retention: null, createdAt: now, updatedAt: now, latestChangeAt: now, resourceCount: 0,
    currentRun: null, currentStateVersion: null, currentConfigurationVersion: null, outputs: [],
    applyDurationAverage: 0, planDurationAverage: 0, policyCheckFailures: 0, runFailures: 0, runsCount: 0, noCode: noCode ?? null,
  } });
  await settle(asking.tx, workspace.id, project.id);
  await retag(asking.tx, workspace, project.body, true);
  return tags.length === 0 ? workspace : onlyTags(asking, workspace, tags);
};

/** The project a request names; `null`: none was named. 422 for one the caller does not see. */
export const projectSent = async (asking: Asking, organization: string, relationships: Json): Promise<Rec<Project> | null | undefined> => {
  const named = oneSent(relationships, 'project', 'projects', 'project');
  if (!named) return named;
  const project = await asking.tx.get<Project>('projects', named.id);
  if (project?.scope !== organization || !(await projectRightsOn(asking, project)).has('read'))
    throw unprocessable(`${named.id} is no project of the organization "${organization}" that this token may see`, '/data/relationships/project/data/id');
  return project;
};

export const defaultProject = async (asking: Asking, organization: Organization): Promise<Rec<Project>> => {
  const project = await asking.tx.get<Project>('projects', organization.defaultProject);
  if (!project) throw new Error(`the default project of ${organization.name} is gone`);
  return project;
};

/** Spec 1, Authentication 2: who manages all workspaces, and whoever may create them in this project. */
export const needCreate = async (asking: Asking, organization: string, project: Rec<Project>): Promise<void> => {
  if (mayIn(asking, organization, 'manage-workspaces') || (await projectRightsOn(asking, project)).has('create-workspace')) return;
  throw notFound(`the organization "${organization}"`);
};

export const create = async (asking: Asking<Transaction>): Promise<Reply> => {
  const organization = await organizationHere(asking);
  const { attributes, relationships } = sent(asking, 'workspaces');
  const project = await projectSent(asking, organization.body.name, relationships) ?? await defaultProject(asking, organization.body);
  await needCreate(asking, organization.body.name, project);
  judge(declared, asking, 'create');
  const [bindings, tags] = [manySent(relationships, 'tag-bindings', 'tag-bindings') ?? [], manySent(relationships, 'tags', 'tags') ?? []];
  refuseTagNames(tags);
  const workspace = await newWorkspace(asking, { organization, project, attributes, bindings, tags });
  return created(await renderWorkspace(asking, workspace));
};
