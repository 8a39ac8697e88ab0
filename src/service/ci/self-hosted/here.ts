import { notFound } from '../../problem.ts';
import type { RequestContext } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { belongs } from '../organizations/here.ts';
import { got, invalid } from '../read.ts';
import type { CiOrganization } from '../stored.ts';
import type { ResourceClass } from './stored.ts';

const shape = /^([A-Za-z0-9][A-Za-z0-9._-]{0,99})\/([A-Za-z0-9][A-Za-z0-9._-]{0,99})$/;
export const aResourceClass = { description: 'a namespace and a name, such as acme/linux', accepts: (value: unknown): value is string => typeof value === 'string' && shape.test(value) };

/** A class and the organization whose name its namespace is. */
export interface Here { readonly organization: StoredRecord<CiOrganization>; readonly found: StoredRecord<ResourceClass> }

/** The caller's organization of this name: that is what a namespace is here. */
export const ofNamespace = async (asking: RequestContext, namespace: string): Promise<StoredRecord<CiOrganization>> => {
  const organization = await asking.tx.getByKey<CiOrganization>('ci-organizations', '', namespace);
  if (!organization || !belongs(asking, organization)) throw notFound(`the namespace "${namespace}"`);
  return organization;
};

/** `acme/linux` taken apart; 400 for what is none. */
export const parted = (text: string, where: { readonly parameter: string } | { readonly pointer: string }): readonly [namespace: string, name: string] => {
  const found = shape.exec(text);
  if (!found) throw invalid({ detail: `expected ${aResourceClass.description}, ${got(text)}`, ...where });
  return [found[1]!, found[2]!];
};

export const classNamed = async (asking: RequestContext, text: string, where: { readonly parameter: string } | { readonly pointer: string }): Promise<Here> => {
  const [namespace, name] = parted(text, where);
  const organization = await ofNamespace(asking, namespace);
  const found = await asking.tx.getByKey<ResourceClass>('ci-resource-classes', organization.id, name);
  if (!found) throw notFound(`the resource class "${text}"`);
  return { organization, found };
};

export const classWithId = async (asking: RequestContext, id: string): Promise<Here> => {
  const found = await asking.tx.get<ResourceClass>('ci-resource-classes', id);
  const organization = found && await asking.tx.get<CiOrganization>('ci-organizations', found.scope);
  if (!found || !organization || !belongs(asking, organization)) throw notFound(`the resource class ${id}`);
  return { organization, found };
};

export const fullName = ({ organization, found }: Here): string => `${organization.body.name}/${found.key}`;
