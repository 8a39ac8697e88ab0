import { included } from '../../json-api/include.ts';
import { listed } from '../../json-api/page.ts';
import { badRequest } from '../../problem.ts';
import { type Asking, type Reply } from '../../route.ts';
import type { Filter, Order } from '../../store/store.ts';
import { organizationHere, readableWorkspaces } from '../permissions.ts';
import { inProjects } from '../project-members.ts';
import { renderWorkspaces } from './document.ts';
import { taggedWith } from './effective-tags.ts';
import { workspaceLoaders } from './included.ts';
import type { Workspace } from './stored.ts';

type Linked = NonNullable<Filter['linked']>[number];

const orders: { readonly [name: string]: Order['by'] } = {
  name: 'name', 'current-run.created-at': { body: 'currentRun.createdAt' }, 'latest-change-at': { body: 'latestChangeAt' },
};
const orderOf = (query: URLSearchParams): Order | undefined => {
  const text = query.get('sort');
  if (!text) return undefined;
  const name = text.replace(/^-/, '');
  if (!Object.hasOwn(orders, name)) throw badRequest(`sort is "${text}"; expected ${Object.keys(orders).join(', ')}, or one of them after a -`, 'sort');
  const by = orders[name]!;
  return text.startsWith('-') ? { by, descending: true } : { by };
};

const words = (text: string | null): readonly string[] => (text ?? '').split(',').map((word) => word.trim()).filter((word) => word !== '');

/** `filter[tagged][i][key]` and, beside it, `[value]`; all must hold. */
const taggedFilters = (query: URLSearchParams): readonly Linked[] => {
  const asked = new Map<string, { key?: string; value?: string }>();
  for (const [name, text] of query) {
    const found = /^filter\[tagged\]\[(\d{1,9})\]\[(key|value)\]$/.exec(name);
    if (!found) continue;
    const one = asked.get(found[1]!) ?? {};
    one[found[2] as 'key' | 'value'] = text;
    asked.set(found[1]!, one);
  }
  return [...asked].map(([index, { key, value }]) => {
    if (!key) throw badRequest(`filter[tagged][${index}][value] has no key beside it; expected filter[tagged][${index}][key]`, `filter[tagged][${index}][key]`);
    return { kind: 'workspace-tagged', self: 'from', other: [taggedWith(key, value || undefined)] };
  });
};

/** Workspaces with every one of these flat tags, without any of those. */
const flatFilters = async (asking: Asking, organization: string): Promise<readonly Linked[]> => {
  const named = async (names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const ids = new Map<string, string>();
    for (const name of names) { const tag = await asking.tx.byKey('tags', organization, name); if (tag) ids.set(name, tag.id); }
    return ids;
  };
  const [with_, without] = [words(asking.query.get('search[tags]')), words(asking.query.get('search[exclude-tags]'))];
  const [found, excluded] = [await named(with_), [...(await named(without)).values()]];
  const link = { kind: 'workspace-tags', self: 'from' } as const;
  return [
    // A tag nobody has is on no workspace: an empty list of others matches nothing.
    ...with_.map((name) => ({ ...link, other: found.has(name) ? [found.get(name)!] : [] })),
    ...(excluded.length === 0 ? [] : [{ ...link, other: excluded, not: true }]),
  ];
};

/** The list of an organization's workspaces (spec 1, List query parameters), filtered and ordered by the store. */
export const list = async (asking: Asking): Promise<Reply> => {
  const { body: { name: organization } } = await organizationHere(asking);
  const { query } = asking;
  const ids = await readableWorkspaces(asking, organization);
  const [name, wildcard] = [query.get('search[name]'), query.get('search[wildcard-name]')];
  const [project, status] = [query.get('filter[project][id]'), query.get('filter[current-run][status]')];
  const linked = [...(project ? [inProjects([project])] : []), ...await flatFilters(asking, organization), ...taggedFilters(query)];
  const order = orderOf(query);
  const loaders = workspaceLoaders(asking);
  return listed<Workspace>(asking, {
    kind: 'workspaces', scope: organization, ...(ids ? { ids } : {}), ...(name ? { nameContains: name } : {}), ...(wildcard ? { nameLike: wildcard } : {}),
    ...(linked.length > 0 ? { linked } : {}), ...(status ? { body: [{ path: 'currentRun.status', is: status }] } : {}),
  }, (records) => renderWorkspaces(asking, records), { ...(order ? { order } : {}), include: (records) => included(asking, loaders, records) });
};
