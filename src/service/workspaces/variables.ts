import type { Doc, Relationship } from '../json-api/document.ts';
import { mistyped } from '../json-api/mistyped.ts';
import type { Json } from '../json-api/read.ts';
import { type Fault, notFound, unprocessable } from '../problem.ts';
import type { Asking } from '../route.ts';
import type { Rec, Transaction, View } from '../store/store.ts';
import type { Variable } from './stored.ts';

/** Variables of a set or of a workspace: the same in all but where they hang and who may see them. */
type Owner = { readonly kind: 'varset' | 'workspace'; readonly id: string };

const pathOf = (owner: Owner): string => (owner.kind === 'varset' ? `/api/v2/varsets/${owner.id}/relationships/vars` : `/api/v2/workspaces/${owner.id}/vars`);
const parentOf = ({ kind, id }: Owner): { readonly [name: string]: Relationship } => (kind === 'varset'
  ? { varset: { data: { id, type: 'varsets' }, links: { related: `/api/v2/varsets/${id}` } } }
  : { configurable: { data: { id, type: 'workspaces' }, links: { related: `/api/v2/workspaces/${id}` } } });

export const renderVariable = (owner: Owner, { id, body }: Rec<Variable>): Doc => ({
  id, type: 'vars',
  attributes: {
    key: body.key, value: body.sensitive ? null : body.value, description: body.description, category: body.category, hcl: body.hcl, sensitive: body.sensitive,
    'created-at': body.createdAt, 'version-id': body.versionId,
  },
  relationships: parentOf(owner),
  links: { self: `${pathOf(owner)}/${id}` },
});

export const variableFaults = (attributes: Json, creating: boolean, pointer = '/data/attributes'): Fault[] => {
  const faults = mistyped(attributes, { key: 'text!', value: 'text?', description: 'text?', category: 'text!', hcl: 'flag', sensitive: 'flag' }, creating, pointer);
  const { category } = attributes;
  if (typeof category === 'string' && category !== 'infra' && category !== 'env')
    faults.push({ detail: `expected infra or env, got "${category}"`, pointer: `${pointer}/category` });
  return faults;
};

const keyOf = (variable: Pick<Variable, 'category' | 'key'>): string => `${variable.category}:${variable.key}`;
const taken = (variable: Variable, pointer: string) =>
  unprocessable(`the key "${variable.key}" has already been taken by another ${variable.category} variable here`, `${pointer}/key`);

export const addVariable = async (tx: Transaction, asking: Pick<Asking, 'clock' | 'newId'>, owner: Owner, attributes: Json, pointer = '/data/attributes'): Promise<Rec<Variable>> => {
  const given = attributes as Partial<Variable>;
  const body: Variable = {
    key: given.key!, value: given.value ?? '', description: given.description ?? null, category: given.category!, hcl: given.hcl ?? false, sensitive: given.sensitive ?? false,
    versionId: asking.newId('v'), createdAt: asking.clock.now().toISOString(),
  };
  const key = keyOf(body);
  if (await tx.byKey('vars', owner.id, key)) throw taken(body, pointer);
  const variable = await tx.insert<Variable>({ id: asking.newId('var'), kind: 'vars', scope: owner.id, key, name: body.key, body });
  // A workspace's document names its variables: a link is found faster than a list.
  if (owner.kind === 'workspace') await tx.link('workspace-vars', owner.id, variable.id);
  return variable;
};

export const changeVariable = async (tx: Transaction, asking: Pick<Asking, 'newId'>, seen: Rec<Variable>, attributes: Json, pointer = '/data/attributes'): Promise<Rec<Variable>> => {
  const given = attributes as Partial<Variable>;
  const old = seen.body;
  if (old.sensitive && given.sensitive === false) throw unprocessable('a sensitive variable stays sensitive; delete it and create it again', `${pointer}/sensitive`);
  const body: Variable = {
    ...old, key: given.key ?? old.key, value: given.value === undefined ? old.value : given.value ?? '',
    description: given.description === undefined ? old.description : given.description, category: given.category ?? old.category,
    hcl: given.hcl ?? old.hcl, sensitive: given.sensitive ?? old.sensitive, versionId: given.value === undefined ? old.versionId : asking.newId('v'),
  };
  const key = keyOf(body);
  if (key !== seen.key && await tx.byKey('vars', seen.scope, key)) throw taken(body, pointer);
  return tx.update<Variable>(seen, { body, key, name: body.key });
};

export const variableOf = async (view: View, owner: string, id: string): Promise<Rec<Variable>> => {
  const found = await view.get<Variable>('vars', id);
  if (!found || found.scope !== owner) throw notFound(`the variable ${id}`);
  return found;
};

export const variablesOf = async (view: View, owners: string | readonly string[]): Promise<readonly Rec<Variable>[]> =>
  (owners.length === 0 ? [] : (await view.list<Variable>({ kind: 'vars', scope: owners })).records);
