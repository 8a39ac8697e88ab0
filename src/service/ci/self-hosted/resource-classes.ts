import { badRequest, conflict } from '../../problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../route.ts';
import type { Transaction } from '../../store/store.ts';
import { whole } from '../page.ts';
import { asked, bodyOf, idIn, may, must } from '../read.ts';
import { ok, said, unlessTaken } from '../replies.ts';
import { aText } from '../texts.ts';
import { aResourceClass, classNamed, classWithId, fullName, type Here, ofNamespace, parted } from './here.ts';
import type { ResourceClass } from './stored.ts';

const render = (here: Here) => ({ id: here.found.id, resource_class: fullName(here), description: here.found.body.description });

/** Of the namespace or class that the query names: one of them. */
const classesAsked = async (asking: RequestContext): Promise<readonly Here[]> => {
  const [namespace, one] = [asked(asking, 'namespace'), asked(asking, 'resource-class')];
  if ((namespace === undefined) === (one === undefined)) throw badRequest('expected either namespace or resource-class');
  if (one !== undefined) return [await classNamed(asking, one, { parameter: 'resource-class' })];
  const organization = await ofNamespace(asking, namespace!);
  return (await asking.tx.list<ResourceClass>({ kind: 'ci-resource-classes', scope: organization.id })).records.map((found) => ({ organization, found }));
};

/** A class with tokens is only deleted where `force` says so. */
const remove = async (asking: RequestContext<Transaction>, { found: { id } }: Here): Promise<RouteResponse> => {
  const tokens = (await asking.tx.list({ kind: 'ci-runner-tokens', scope: id })).records;
  if (tokens.length > 0 && asked(asking, 'force') !== 'true')
    throw conflict(`the resource class has ${tokens.length} token${tokens.length === 1 ? '' : 's'}; delete ${tokens.length === 1 ? 'it' : 'them'} first`);
  for (const token of tokens) await asking.tx.delete('ci-runner-tokens', token.id);
  await asking.tx.delete('ci-resource-classes', id);
  return said('Resource class deleted.');
};

const below = '/api/v3/runner/resource';

/** Where organizations keep what their own machines are called in a configuration: beyond the specification, for public clients. */
export const routes = [
  route(`GET ${below}`, async (asking) => whole((await classesAsked(asking)).map(render)), { atRoot: true }),
  route(`POST ${below}`, async (asking) => {
    const { resource_class: text, description = '' } = bodyOf(asking, { resource_class: must(aResourceClass), description: may(aText) }) as { readonly resource_class: string; readonly description?: string };
    const [namespace, name] = parted(text, { pointer: '/resource_class' });
    const organization = await ofNamespace(asking, namespace);
    const found = await unlessTaken(`the resource class "${text}" is there already`, asking.tx.insert<ResourceClass>({
      id: asking.newId('uuid'), kind: 'ci-resource-classes', scope: organization.id, key: name, name, body: { description, createdAt: asking.clock.now().toISOString() },
    }));
    return ok(render({ organization, found }));
  }, { atRoot: true }),
  route(`DELETE ${below}/{resource-class-id}`, async (asking) => remove(asking, await classWithId(asking, idIn(asking, 'resource-class-id'))), { atRoot: true }),
  route(`DELETE ${below}/{namespace}/{name}`, async (asking) => {
    const { namespace, name } = asking.params;
    return remove(asking, await classNamed(asking, `${namespace}/${name}`, { parameter: 'resource-class' }));
  }, { atRoot: true }),
  /** Machines of its own that are connected: none is, jobs run where `slipway serve` runs. */
  route('GET /api/v3/runner', async (asking) => { await classesAsked(asking); return whole([]); }, { atRoot: true }),
];
