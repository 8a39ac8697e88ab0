import type { Doc } from '../json-api/document.ts';
import { pageDocument, pageOf } from '../json-api/page.ts';
import { oneSent, sent } from '../json-api/read.ts';
import { created } from '../json-api/reply.ts';
import { notFound, unprocessable } from '../problem.ts';
import { type Asking, type Reply, route, type Settings } from '../route.ts';
import { membershipIn, organizationHere } from './permissions.ts';

type Tier = Settings['tier'];
/** The plans there are; `--tier` says which one this service runs on. */
const tiers: readonly { readonly tier: Tier; readonly name: string; readonly description: string }[] = [
  { tier: 'free', name: 'Free', description: 'Without no-code provisioning and health assessments.' },
  { tier: 'standard', name: 'Standard', description: 'With no-code provisioning.' },
  { tier: 'plus', name: 'Plus', description: 'Everything, as on the hosted service\'s Business plan.' },
];

const idOf = (tier: Tier): string => `fs-${tier}`;
const render = (asking: Asking) => ({ tier, name, description }: typeof tiers[number]): Doc => ({
  id: idOf(tier), type: 'feature-sets',
  attributes: {
    identifier: tier, name, description, 'is-current': tier === asking.settings.tier, 'is-free-tier': tier === 'free', cost: 0,
    'private-module-registry': true, 'vcs-integrations': true, 'no-code-provisioning': tier !== 'free', assessments: tier === 'plus',
  },
});

const featureSets = async (asking: Asking): Promise<Reply> => {
  const q = (asking.query.get('q') ?? '').toLowerCase();
  const found = tiers.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(q));
  const page = pageOf(asking);
  return pageDocument(asking, page, found.length, found.slice(page.offset, page.offset + page.size).map(render(asking)));
};

/** The plan is the whole service's: an organization can only be told to be on the one it is on. */
const subscribe = async (asking: Asking): Promise<Reply> => {
  const { id, body } = await organizationHere(asking);
  if (!membershipIn(asking, body.name)?.owner) throw notFound(`the organization "${body.name}"`);
  const chosen = oneSent(sent(asking, 'subscription', 'subscriptions').relationships, 'feature-set', 'feature-sets');
  const wanted = tiers.find(({ tier }) => idOf(tier) === chosen?.id);
  const pointer = '/data/relationships/feature-set/data/id';
  if (!wanted) throw unprocessable(`expected ${tiers.map(({ tier }) => idOf(tier)).join(', ')}`, pointer);
  if (wanted.tier !== asking.settings.tier)
    throw unprocessable(`every organization of this service is on the plan tier "${asking.settings.tier}"; start it with --tier ${wanted.tier}`, pointer);
  return created({
    id: `sub-${id.slice('org-'.length)}`, type: 'subscriptions', attributes: { 'is-active': true, 'is-public-free-tier': wanted.tier === 'free', 'end-at': null },
    relationships: { organization: { data: { id: body.name, type: 'organizations' } }, 'feature-set': { data: { id: idOf(wanted.tier), type: 'feature-sets' } } },
  });
};

/** What test suites of the hosted service's clients set up with. */
export const routes = [
  route('GET /admin/feature-sets', featureSets),
  route('POST /admin/organizations/{organization_name}/subscription', subscribe),
];
