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

const renderResourceClass = (here: ResolvedResourceClass) => ({
  id: here.resourceClass.id,
  resource_class: resourceClassName(here),
  description: here.resourceClass.body.description,
});

/** Of the namespace or class that the query names: one of them. */
const findResourceClassesOfQuery = async (asking: RequestContext): Promise<readonly ResolvedResourceClass[]> => {
  const [namespace, one] = [queryParameter(asking, 'namespace'), queryParameter(asking, 'resource-class')];
  if ((namespace === undefined) === (one === undefined)) throw badRequest('expected either namespace or resource-class');
  if (one !== undefined) return [await requireResourceClassByName(asking, one, { parameter: 'resource-class' })];
  const organization = await requireNamespace(asking, namespace!);
  return (await asking.tx.list<ResourceClass>({ kind: 'ci-resource-classes', scope: organization.id })).records.map((resourceClass) => ({
    organization,
    resourceClass,
  }));
};

/** A class with tokens is only deleted where `force` says so. */
const deleteResourceClass = async (
  asking: RequestContext<Transaction>,
  { resourceClass: { id } }: ResolvedResourceClass,
): Promise<RouteResponse> => {
  const tokens = (await asking.tx.list({ kind: 'ci-runner-tokens', scope: id })).records;
  if (tokens.length > 0 && queryParameter(asking, 'force') !== 'true')
    throw conflict(
      `the resource class has ${tokens.length} token${tokens.length === 1 ? '' : 's'}; delete ${tokens.length === 1 ? 'it' : 'them'} first`,
    );
  for (const token of tokens) await asking.tx.delete('ci-runner-tokens', token.id);
  await asking.tx.delete('ci-resource-classes', id);
  return acknowledged('Resource class deleted.');
};

const resourcePath = '/api/v3/runner/resource';

/** Where organizations keep what their own machines are called in a configuration: beyond the specification, for public clients. */
export const routes = [
  route(`GET ${resourcePath}`, async (asking) => renderCiList((await findResourceClassesOfQuery(asking)).map(renderResourceClass)), {
    atRoot: true,
  }),
  route(
    `POST ${resourcePath}`,
    async (asking) => {
      const { resource_class: text, description = '' } = parseCiBody(asking, {
        resource_class: requiredMember(resourceClassMember),
        description: optionalMember(textMember),
      }) as { readonly resource_class: string; readonly description?: string };
      const [namespace, name] = parseResourceClassName(text, { pointer: '/resource_class' });
      const organization = await requireNamespace(asking, namespace);
      const found = await conflictIfDuplicate(
        `the resource class "${text}" is there already`,
        asking.tx.insert<ResourceClass>({
          id: asking.newId('uuid'),
          kind: 'ci-resource-classes',
          scope: organization.id,
          key: name,
          name,
          body: { description, createdAt: asking.clock.now().toISOString() },
        }),
      );
      return ciOk(renderResourceClass({ organization, resourceClass: found }));
    },
    { atRoot: true },
  ),
  route(
    `DELETE ${resourcePath}/{resource-class-id}`,
    async (asking) => deleteResourceClass(asking, await requireResourceClassById(asking, uuidPathParameter(asking, 'resource-class-id'))),
    { atRoot: true },
  ),
  route(
    `DELETE ${resourcePath}/{namespace}/{name}`,
    async (asking) => {
      const { namespace, name } = asking.params;
      return deleteResourceClass(asking, await requireResourceClassByName(asking, `${namespace}/${name}`, { parameter: 'resource-class' }));
    },
    { atRoot: true },
  ),
  /** Machines of its own that are connected: none is, jobs run where `slipway serve` runs. */
  route(
    'GET /api/v3/runner',
    async (asking) => {
      await findResourceClassesOfQuery(asking);
      return renderCiList([]);
    },
    { atRoot: true },
  ),
];
