import { getProjectRights, listReadableProjects, requireOrganization } from '../../access/permissions.ts';
import type { Organization } from '../../access/records.ts';
import { besideCheck } from '../../http/beside-check.ts';
import { badRequest, notFound, unprocessable } from '../../http/problem.ts';
import { optionalEnumParameter } from '../../http/optional-enum-parameter.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { listResources } from '../../json-api/page.ts';
import { type JsonObject, parseDocument, parseToOne } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import type { RecordOrder } from '../../store/record-filter.ts';
import { DuplicateKey, type StoredRecord, type Transaction } from '../../store/store.ts';
import type { StoredProject } from '../projects/stored.ts';
import {
  createStackDescription,
  deleteStackDescription,
  listStacksDescription,
  showStackDescription,
  updateStackDescription,
} from './describe-stacks.ts';
import { renderStack, renderStacks } from './render-stacks.ts';
import { requireStack } from './require-stack.ts';
import { applyStackDocument, validateStack } from './stack-attributes.ts';
import { type StackRecord, stackProjectLink, type StoredStack, toStackKey } from './stored.ts';

const sortOrders: { readonly [sort: string]: RecordOrder | undefined } = {
  name: { by: 'name' },
  '-name': { by: 'name', descending: true },
  'updated-at': { by: { body: 'updatedAt' } },
  '-updated-at': { by: { body: 'updatedAt' }, descending: true },
};

/** One page, for callers who are in the organization of the path. */
const listPage = async (ctx: RequestContext): Promise<RouteResponse> => {
  const scope = ctx.params['organization_name']!;
  const sort = ctx.query.get('sort') || 'name';
  if (!Object.hasOwn(sortOrders, sort))
    throw badRequest(`sort is ${JSON.stringify(sort)}; expected ${Object.keys(sortOrders).join(', ')}`, 'sort');
  const [project, nameContains] = [ctx.query.get('filter[project][id]'), ctx.query.get('search[name]')];
  const readable = await listReadableProjects(ctx, scope);
  const projects = project ? [project].filter((id) => readable?.includes(id) ?? true) : readable;
  return listResources<StoredStack>(
    ctx,
    {
      kind: 'stacks',
      scope,
      ...(nameContains ? { nameContains } : {}),
      ...(projects ? { linked: [{ kind: stackProjectLink, self: 'from', other: projects }] } : {}),
    },
    (stacks) => renderStacks(ctx, stacks),
    { order: sortOrders[sort]! },
  );
};

const listStacks = (ctx: RequestContext): Promise<RouteResponse> => besideCheck(requireOrganization(ctx), listPage(ctx));

/** The project that a new stack names. Throws 422 without one, 404 where the caller may not create stacks in it. */
const requireProjectOfStack = async (ctx: RequestContext, relationships: JsonObject): Promise<StoredRecord<StoredProject>> => {
  const named = parseToOne(ctx, relationships, 'project', 'projects');
  if (!named) throw unprocessable('expected the project of the stack', '/data/relationships/project');
  const project = await ctx.tx.get<StoredProject>('projects', named.id);
  if (!project || !(await getProjectRights(ctx, project)).has('manage-stacks')) throw notFound(`the project ${named.id}`);
  return project;
};

const requireStacksEnabled = async (ctx: RequestContext, name: string): Promise<void> => {
  const organization = await ctx.tx.getByKey<Organization>('organizations', '', name);
  if (organization?.body.chosen?.['stacks-enabled'] === true) return;
  throw unprocessable(`stacks are not enabled in the organization "${name}": its owners set its attribute stacks-enabled to true`);
};

const refuseTakenName = ({ name }: StoredStack) => {
  return (error: unknown): never => {
    if (!(error instanceof DuplicateKey) || error.kind !== 'stacks') throw error;
    throw unprocessable(`"${name}" has already been taken by a stack of this project`, '/data/attributes/name');
  };
};

const newStack = {
  name: '',
  description: '',
  speculativeEnabled: false,
  debuggingMode: false,
  executionMode: null,
  agentPool: null,
  workingDirectory: '',
  triggerPatterns: [],
  vcsRepo: null,
  createdAt: '',
  updatedAt: '',
} as const;

const createStack = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const document = parseDocument(ctx, 'stacks');
  const { id: project, scope: organization } = await requireProjectOfStack(ctx, document.relationships);
  validateStack(document.attributes, true, false);
  await requireStacksEnabled(ctx, organization);
  const creationSource = document.attributes['migration'] === true ? 'migration-api' : 'api';
  const draft = await applyStackDocument(ctx, { ...newStack, organization, project, creationSource }, document);
  const body: StoredStack = { ...draft, createdAt: draft.updatedAt };
  const record = { id: ctx.newId('st'), kind: 'stacks', scope: organization, key: toStackKey(body), name: body.name, body };
  const [stack] = await Promise.all([
    ctx.tx.insert<StoredStack>(record).catch(refuseTakenName(body)),
    ctx.tx.link(stackProjectLink, record.id, project),
  ]);
  return createdDocument(await renderStack(ctx, stack));
};

/** A stack stays where it is: what it would have deployed belongs to the project. */
const requireSameProject = (ctx: RequestContext, { body }: StackRecord, relationships: JsonObject): void => {
  const named = parseToOne(ctx, relationships, 'project', 'projects');
  if (named === undefined || named?.id === body.project) return;
  throw unprocessable('a stack stays in its project; delete it, and create it in the other project', '/data/relationships/project/data/id');
};

const updateStack = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const stack = await requireStack(ctx, 'manage-stacks');
  const document = parseDocument(ctx, 'stacks');
  validateStack(document.attributes, false, stack.body.vcsRepo !== null);
  requireSameProject(ctx, stack, document.relationships);
  const body = await applyStackDocument(ctx, stack.body, document);
  const next = { body, key: toStackKey(body), name: body.name };
  return okDocument(await renderStack(ctx, await ctx.tx.update<StoredStack>(stack, next).catch(refuseTakenName(body))));
};

const deleteStack = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  optionalEnumParameter(ctx, 'force', ['true', 'false']);
  await ctx.tx.delete('stacks', (await requireStack(ctx, 'manage-stacks')).id);
  return noContent;
};

export const routes = [
  route('GET /organizations/{organization_name}/stacks', listStacks, { description: listStacksDescription }),
  route('POST /stacks', createStack, { description: createStackDescription }),
  route('GET /stacks/{stack_id}', async (ctx) => okDocument(await renderStack(ctx, await requireStack(ctx, 'read'))), {
    description: showStackDescription,
  }),
  route('PATCH /stacks/{stack_id}', updateStack, { description: updateStackDescription }),
  route('DELETE /stacks/{stack_id}', deleteStack, { description: deleteStackDescription }),
];
