import { badRequest, conflict } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { renderCiList } from '../pages/record-page.ts';
import { queryParameter, parseCiBody, uuidPathParameter, optionalMember, requiredMember } from '../requests/read-request.ts';
import { ciOk, acknowledged, conflictIfDuplicate } from '../responses.ts';
import { textMember } from '../requests/text-members.ts';
import {
  resourceClassMember,
  requireResourceClassByName,
  requireResourceClassById,
  resourceClassName,
  type ResolvedResourceClass,
  requireNamespace,
  parseResourceClassName,
} from './require-resource-class.ts';
import type { ResourceClass } from './runner-token-records.ts';

const renderResourceClass = (resourceClass: ResolvedResourceClass) => ({
  id: resourceClass.resourceClass.id,
  resource_class: resourceClassName(resourceClass),
  description: resourceClass.resourceClass.body.description,
});

/** The resource classes that the query selects by `namespace` or `resource-class`, one of them. */
const findResourceClassesOfQuery = async (ctx: RequestContext): Promise<readonly ResolvedResourceClass[]> => {
  const [namespace, className] = [queryParameter(ctx, 'namespace'), queryParameter(ctx, 'resource-class')];
  if ((namespace === undefined) === (className === undefined)) throw badRequest('expected either namespace or resource-class');
  if (className !== undefined) return [await requireResourceClassByName(ctx, className, { parameter: 'resource-class' })];
  const organization = await requireNamespace(ctx, namespace!);
  return (await ctx.tx.list<ResourceClass>({ kind: 'ci-resource-classes', scope: organization.id })).records.map((resourceClass) => ({
    organization,
    resourceClass,
  }));
};

/** Deletes a resource class; one that has tokens only with `force`. */
const deleteResourceClass = async (
  ctx: RequestContext<Transaction>,
  { resourceClass: { id } }: ResolvedResourceClass,
): Promise<RouteResponse> => {
  const tokens = (await ctx.tx.list({ kind: 'ci-runner-tokens', scope: id })).records;
  if (tokens.length > 0 && queryParameter(ctx, 'force') !== 'true')
    throw conflict(
      `the resource class has ${tokens.length} token${tokens.length === 1 ? '' : 's'}; delete ${tokens.length === 1 ? 'it' : 'them'} first`,
    );
  for (const token of tokens) await ctx.tx.delete('ci-runner-tokens', token.id);
  await ctx.tx.delete('ci-resource-classes', id);
  return acknowledged('Resource class deleted.');
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
      const { resource_class: text, description = '' } = parseCiBody(ctx, {
        resource_class: requiredMember(resourceClassMember),
        description: optionalMember(textMember),
      }) as { readonly resource_class: string; readonly description?: string };
      const [namespace, name] = parseResourceClassName(text, { pointer: '/resource_class' });
      const organization = await requireNamespace(ctx, namespace);
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
