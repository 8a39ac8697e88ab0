import { requireRight } from '../roles/require-right.ts';
import { badRequest, conflict } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { requireOrganizationById } from '../organizations/require-organization.ts';
import { isUuid } from '../slugs/short-id.ts';
import { renderCiList } from '../pages/record-page.ts';
import {
  enumParameter,
  queryParameter,
  parseCiBody,
  uuidParameter,
  uuidPathParameter,
  optionalMember,
  requiredMember,
} from '../requests/read-request.ts';
import { ciOk, acknowledged, conflictIfDuplicate } from '../responses.ts';
import { organizationIdMember, textMember } from '../requests/text-members.ts';
import {
  resourceClassMember,
  requireResourceClassByName,
  requireResourceClassById,
  resourceClassName,
  type ResolvedResourceClass,
  requireNamespace,
  requireSameOrganization,
  parseResourceClassName,
} from './require-resource-class.ts';
import type { ResourceClass } from './runner-token-records.ts';

const renderResourceClass = (resourceClass: ResolvedResourceClass) => ({
  id: resourceClass.resourceClass.id,
  resource_class: resourceClassName(resourceClass),
  description: resourceClass.resourceClass.body.description,
});

const listResourceClasses = async (
  ctx: RequestContext,
  organization: StoredRecord<CiOrganization>,
): Promise<readonly ResolvedResourceClass[]> =>
  (await ctx.tx.list<ResourceClass>({ kind: 'ci-resource-classes', scope: organization.id })).records.map((resourceClass) => ({
    organization,
    resourceClass,
  }));

/** The resource classes that the query selects by `namespace`, `resource-class` or `org-id`; the first two exclude each other. */
const findResourceClassesOfQuery = async (ctx: RequestContext): Promise<readonly ResolvedResourceClass[]> => {
  const [namespace, className] = [queryParameter(ctx, 'namespace'), queryParameter(ctx, 'resource-class')];
  const organizationId = uuidParameter(ctx, 'org-id');
  const where = { parameter: 'org-id' };
  if (namespace !== undefined && className !== undefined) throw badRequest('expected either namespace or resource-class');
  if (className !== undefined) {
    const found = await requireResourceClassByName(ctx, className, { parameter: 'resource-class' });
    requireSameOrganization(found.organization, organizationId, where);
    return [found];
  }
  if (namespace !== undefined) {
    const organization = await requireNamespace(ctx, namespace);
    requireSameOrganization(organization, organizationId, where);
    return listResourceClasses(ctx, organization);
  }
  if (organizationId === undefined) throw badRequest('expected namespace, resource-class or org-id');
  return listResourceClasses(ctx, await requireOrganizationById(ctx, organizationId));
};

/** Deletes a resource class; one that has tokens only with `force`, and then with its tokens. */
const deleteResourceClass = async (
  ctx: RequestContext<Transaction>,
  { organization, resourceClass: { id } }: ResolvedResourceClass,
  force = enumParameter(ctx, 'force', ['true', 'false'], 'false') === 'true',
): Promise<RouteResponse> => {
  await requireRight(ctx, 'manage-runners', { organization });
  const tokens = (await ctx.tx.list({ kind: 'ci-runner-tokens', scope: id })).records;
  if (tokens.length > 0 && !force)
    throw conflict(
      `the resource class has ${tokens.length} token${tokens.length === 1 ? '' : 's'}; delete ${tokens.length === 1 ? 'it' : 'them'} first`,
    );
  await ctx.tx.deleteMany({ kinds: ['ci-runner-tokens'], scopes: [id] });
  await ctx.tx.delete('ci-resource-classes', id);
  return acknowledged('Resource class deleted.');
};

export const newResourceClassMembers = {
  resource_class: requiredMember(resourceClassMember),
  description: optionalMember(textMember),
  org_id: optionalMember(organizationIdMember),
};

const resourcePath = '/api/v3/runner/resource';

/** Resource classes of self-hosted runners: beyond the specification, for public clients. */
export const routes = [
  route(`GET ${resourcePath}`, async (ctx) => renderCiList((await findResourceClassesOfQuery(ctx)).map(renderResourceClass)), {
    atRoot: true,
  }),
  route(
    `POST ${resourcePath}`,
    async (ctx) => {
      const {
        resource_class: text,
        description = '',
        org_id: organizationId,
      } = parseCiBody(ctx, newResourceClassMembers) as {
        readonly resource_class: string;
        readonly description?: string;
        readonly org_id?: string;
      };
      const [namespace, name] = parseResourceClassName(text, { pointer: '/resource_class' });
      const organization = await requireNamespace(ctx, namespace);
      await requireRight(ctx, 'manage-runners', { organization });
      requireSameOrganization(organization, organizationId?.toLowerCase() || undefined, { pointer: '/org_id' });
      const resourceClass = await conflictIfDuplicate(
        `the resource class "${text}" already exists`,
        ctx.tx.insert<ResourceClass>({
          id: ctx.newId('uuid'),
          kind: 'ci-resource-classes',
          scope: organization.id,
          key: name,
          name,
          body: { description, createdAt: ctx.clock.now().toISOString() },
        }),
      );
      return ciOk(renderResourceClass({ organization, resourceClass }));
    },
    { atRoot: true },
  ),
  route(
    `DELETE ${resourcePath}/{resource-class-id}`,
    async (ctx) => deleteResourceClass(ctx, await requireResourceClassById(ctx, uuidPathParameter(ctx, 'resource-class-id'))),
    { atRoot: true },
  ),
  route(
    `DELETE ${resourcePath}/{namespace}/{name}`,
    async (ctx) => {
      const { namespace, name } = ctx.params;
      return deleteResourceClass(ctx, await requireResourceClassByName(ctx, `${namespace}/${name}`, { parameter: 'resource-class' }));
    },
    { atRoot: true },
  ),
  route(
    `DELETE ${resourcePath}/{resource-class-id}/force`,
    async (ctx) => {
      const id = ctx.params['resource-class-id']!;
      // A class may have the name "force": its namespace is not a UUID.
      return isUuid(id)
        ? deleteResourceClass(ctx, await requireResourceClassById(ctx, id.toLowerCase()), true)
        : deleteResourceClass(ctx, await requireResourceClassByName(ctx, `${id}/force`, { parameter: 'resource-class' }));
    },
    { atRoot: true },
  ),
  /** Connected self-hosted runners: always none, because jobs run where `slipway serve` runs. */
  route(
    'GET /api/v3/runner',
    async (ctx) => {
      await findResourceClassesOfQuery(ctx);
      return renderCiList([]);
    },
    { atRoot: true },
  ),
];
