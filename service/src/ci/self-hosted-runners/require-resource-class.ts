import { stringValue } from '../../http/body-schemas.ts';
import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isOrganizationMember } from '../organizations/require-organization.ts';
import { describeValue, invalidRequest } from '../requests/read-request.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { ResourceClass } from './runner-token-records.ts';

const resourceClassPattern = /^([A-Za-z0-9][A-Za-z0-9._-]{0,99})\/([A-Za-z0-9][A-Za-z0-9._-]{0,99})$/;
export const resourceClassMember = {
  description: 'a namespace and a name, such as acme/linux',
  accepts: (value: unknown): value is string => typeof value === 'string' && resourceClassPattern.test(value),
  schema: stringValue,
};

/** A resource class with the organization whose name is its namespace. */
export interface ResolvedResourceClass {
  readonly organization: StoredRecord<CiOrganization>;
  readonly resourceClass: StoredRecord<ResourceClass>;
}

/** The organization that a namespace names; 404 unless the caller belongs to it. */
export const requireNamespace = async (ctx: RequestContext, namespace: string): Promise<StoredRecord<CiOrganization>> => {
  const organization = await ctx.tx.getByKey<CiOrganization>('ci-organizations', '', namespace);
  if (!organization || !isOrganizationMember(ctx, organization)) throw notFound(`the namespace "${namespace}"`);
  return organization;
};

/** Splits `acme/linux`; 400 for any other shape. */
export const parseResourceClassName = (
  text: string,
  where: { readonly parameter: string } | { readonly pointer: string },
): readonly [namespace: string, name: string] => {
  const resourceClass = resourceClassPattern.exec(text);
  if (!resourceClass) throw invalidRequest({ detail: `expected ${resourceClassMember.description}, ${describeValue(text)}`, ...where });
  return [resourceClass[1]!, resourceClass[2]!];
};

export const requireResourceClassByName = async (
  ctx: RequestContext,
  text: string,
  where: { readonly parameter: string } | { readonly pointer: string },
): Promise<ResolvedResourceClass> => {
  const [namespace, name] = parseResourceClassName(text, where);
  const [organization, resourceClass] = await Promise.all([
    requireNamespace(ctx, namespace),
    ctx.tx.getWithin<ResourceClass>('ci-resource-classes', { kind: 'ci-organizations', scope: '', key: namespace }, name),
  ]);
  if (!resourceClass) throw notFound(`the resource class "${text}"`);
  return { organization, resourceClass };
};

/** `what`: what the request names, which is all that a 404 repeats. */
export const requireResourceClassById = async (
  ctx: RequestContext,
  id: string,
  what = `the resource class ${id}`,
): Promise<ResolvedResourceClass> => {
  const resourceClass = await ctx.tx.get<ResourceClass>('ci-resource-classes', id);
  const organization = resourceClass && (await ctx.tx.get<CiOrganization>('ci-organizations', resourceClass.scope));
  if (!resourceClass || !organization || !isOrganizationMember(ctx, organization)) throw notFound(what);
  return { organization, resourceClass };
};

/** The organization of `org_id` or `org-id`; 400 unless it is the one whose name is the namespace. */
export const requireSameOrganization = (
  { id, body }: StoredRecord<CiOrganization>,
  organizationId: string | undefined,
  where: { readonly parameter: string } | { readonly pointer: string },
): void => {
  if (organizationId !== undefined && organizationId !== id)
    throw invalidRequest({ detail: `is not the organization of the namespace "${body.name}"`, ...where });
};

export const resourceClassName = ({ organization, resourceClass }: ResolvedResourceClass): string =>
  `${organization.body.name}/${resourceClass.key}`;
