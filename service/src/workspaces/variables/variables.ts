import type { ResourceObject, Relationship } from '../../json-api/resource-object.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import { type ErrorObject, notFound, unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { DuplicateKey, type StoredRecord, type Transaction, type ReadTransaction } from '../../store/store.ts';
import { requireKeptOfSensitive } from './kept-of-sensitive.ts';
import type { StoredVariable } from './stored.ts';

/** The owner of variables: a set or a workspace. They differ only in their scope and in who can see them. */
export type VariableOwner =
  | { readonly kind: 'varset' | 'workspace'; readonly id: string }
  | { readonly kind: 'module'; readonly id: string; readonly organization: string; readonly path: string };

const buildVariablesPath = (owner: VariableOwner): string =>
  owner.kind === 'module'
    ? owner.path
    : owner.kind === 'varset'
      ? `/api/v2/varsets/${owner.id}/relationships/vars`
      : `/api/v2/workspaces/${owner.id}/vars`;
const renderParent = (owner: VariableOwner): { readonly [name: string]: Relationship } => {
  const { kind, id } = owner;
  if (kind === 'module') return { organization: { data: { id: owner.organization, type: 'organizations' } } };
  return kind === 'varset'
    ? { varset: { data: { id, type: 'varsets' }, links: { related: `/api/v2/varsets/${id}` } } }
    : { configurable: { data: { id, type: 'workspaces' }, links: { related: `/api/v2/workspaces/${id}` } } };
};

export const renderVariable = (owner: VariableOwner, { id, body }: StoredRecord<StoredVariable>): ResourceObject => ({
  id,
  type: 'vars',
  attributes: {
    key: body.key,
    value: body.sensitive ? null : body.value,
    description: body.description,
    category: body.category,
    hcl: body.hcl,
    sensitive: body.sensitive,
    'created-at': body.createdAt,
    'version-id': body.versionId,
    ...(owner.kind === 'module' ? { 'updated-at': body.updatedAt ?? body.createdAt } : {}),
  },
  relationships: renderParent(owner),
  links: { self: `${buildVariablesPath(owner)}/${id}` },
});

export const validateVariable = (attributes: JsonObject, creating: boolean, pointer = '/data/attributes'): ErrorObject[] => {
  const faults = validateTypes(
    attributes,
    { key: 'name!', value: 'text?', description: 'text?', category: 'text!', hcl: 'flag?', sensitive: 'flag?' },
    creating,
    pointer,
  );
  const { category } = attributes;
  if (typeof category === 'string' && category !== 'infra' && category !== 'env')
    faults.push({ detail: `expected infra or env, got "${category}"`, pointer: `${pointer}/category` });
  const { description } = attributes;
  if (typeof description === 'string' && description.length > 512)
    faults.push({ detail: 'expected a description of at most 512 characters', pointer: `${pointer}/description` });
  return faults;
};

const buildVariableKey = (variable: Pick<StoredVariable, 'category' | 'key'>): string => `${variable.category}:${variable.key}`;
const createDuplicateProblem = (variable: StoredVariable, pointer: string) =>
  unprocessable(`the key "${variable.key}" has already been taken by another ${variable.category} variable here`, `${pointer}/key`);

export const createVariable = async (
  tx: Transaction,
  ctx: Pick<RequestContext, 'clock' | 'newId'>,
  owner: VariableOwner,
  attributes: JsonObject,
  pointer = '/data/attributes',
): Promise<StoredRecord<StoredVariable>> => {
  const input = attributes as Partial<StoredVariable>;
  const body: StoredVariable = {
    key: input.key!,
    value: input.value ?? '',
    description: input.description ?? null,
    category: input.category!,
    hcl: input.hcl ?? false,
    sensitive: input.sensitive ?? false,
    versionId: ctx.newId('v'),
    createdAt: ctx.clock.now().toISOString(),
  };
  const draft = { id: ctx.newId('var'), kind: 'vars', scope: owner.id, key: buildVariableKey(body), name: body.key, body };
  const variable = await tx.insert<StoredVariable>(draft).catch((error: unknown): never => {
    throw error instanceof DuplicateKey ? createDuplicateProblem(body, pointer) : error;
  });
  // A workspace's document names its variables: a link is found faster than a list.
  if (owner.kind === 'workspace') await tx.link('workspace-vars', owner.id, variable.id);
  return variable;
};

export const updateVariable = async (
  tx: Transaction,
  ctx: Pick<RequestContext, 'clock' | 'newId'> & Partial<Pick<RequestContext, 'dialect'>>,
  record: StoredRecord<StoredVariable>,
  attributes: JsonObject,
  pointer = '/data/attributes',
): Promise<StoredRecord<StoredVariable>> => {
  const input = attributes as Partial<StoredVariable>;
  const old = record.body;
  const body: StoredVariable = {
    ...old,
    key: input.key ?? old.key,
    value: input.value === undefined ? old.value : (input.value ?? ''),
    description: input.description === undefined ? old.description : input.description,
    category: input.category ?? old.category,
    hcl: input.hcl ?? old.hcl,
    sensitive: input.sensitive ?? old.sensitive,
    // The hosted service counts every request as a write.
    versionId: Object.keys(attributes).length === 0 && ctx.dialect !== 'hosted' ? old.versionId : ctx.newId('v'),
    updatedAt: ctx.clock.now().toISOString(),
  };
  requireKeptOfSensitive('variable', old, body, pointer);
  const key = buildVariableKey(body);
  if (key !== record.key && (await tx.getByKey('vars', record.scope, key))) throw createDuplicateProblem(body, pointer);
  return tx.update<StoredVariable>(record, { body, key, name: body.key });
};

export const requireVariable = async (view: ReadTransaction, owner: string, id: string): Promise<StoredRecord<StoredVariable>> => {
  const found = await view.get<StoredVariable>('vars', id);
  if (!found || found.scope !== owner) throw notFound(`the variable ${id}`);
  return found;
};

export const listVariables = async (
  view: ReadTransaction,
  owners: string | readonly string[],
): Promise<readonly StoredRecord<StoredVariable>[]> =>
  owners.length === 0 ? [] : (await view.list<StoredVariable>({ kind: 'vars', scope: owners })).records;
