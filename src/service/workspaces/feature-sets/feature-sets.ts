import type { ResourceObject } from '../../json-api/resource-object.ts';
import { renderResourcePage, parsePage } from '../../json-api/page.ts';
import { parseToOne, parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument } from '../../json-api/responses.ts';
import { notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route, type ServiceSettings } from '../../http/route.ts';
import { findMembership, requireOrganization } from '../../access/permissions.ts';

type PlanTier = ServiceSettings['tier'];
/** All plans; `--tier` sets the one of this service. */
const planTiers: readonly { readonly tier: PlanTier; readonly name: string; readonly description: string }[] = [
  { tier: 'free', name: 'Free', description: 'Without no-code provisioning and health assessments.' },
  { tier: 'standard', name: 'Standard', description: 'With no-code provisioning.' },
  { tier: 'plus', name: 'Plus', description: "Everything, as on the hosted service's Business plan." },
];

const toFeatureSetId = (tier: PlanTier): string => `fs-${tier}`;
const renderFeatureSet =
  (ctx: RequestContext) =>
  ({ tier, name, description }: (typeof planTiers)[number]): ResourceObject => ({
    id: toFeatureSetId(tier),
    type: 'feature-sets',
    attributes: {
      identifier: tier,
      name,
      description,
      'is-current': tier === ctx.settings.tier,
      'is-free-tier': tier === 'free',
      cost: 0,
      'private-module-registry': true,
      'vcs-integrations': true,
      'no-code-provisioning': tier !== 'free',
      assessments: tier === 'plus',
    },
  });

const listFeatureSets = async (ctx: RequestContext): Promise<RouteResponse> => {
  const q = (ctx.query.get('q') ?? '').toLowerCase();
  const found = planTiers.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(q));
  const page = parsePage(ctx);
  return renderResourcePage(ctx, page, found.length, found.slice(page.offset, page.offset + page.size).map(renderFeatureSet(ctx)));
};

/** The plan belongs to the whole service: 422 unless the feature set is that of the current plan. */
const subscribe = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { id, body } = await requireOrganization(ctx);
  if (!findMembership(ctx, body.name)?.owner) throw notFound(`the organization "${body.name}"`);
  const reference = parseToOne(parseDocument(ctx, 'subscription', 'subscriptions').relationships, 'feature-set', 'feature-sets');
  const plan = planTiers.find(({ tier }) => toFeatureSetId(tier) === reference?.id);
  const pointer = '/data/relationships/feature-set/data/id';
  if (!plan) throw unprocessable(`expected ${planTiers.map(({ tier }) => toFeatureSetId(tier)).join(', ')}`, pointer);
  if (plan.tier !== ctx.settings.tier)
    throw unprocessable(
      `every organization of this service is on the plan tier "${ctx.settings.tier}"; start it with --tier ${plan.tier}`,
      pointer,
    );
  return createdDocument({
    id: `sub-${id.slice('org-'.length)}`,
    type: 'subscriptions',
    attributes: { 'is-active': true, 'is-public-free-tier': plan.tier === 'free', 'end-at': null },
    relationships: {
      organization: { data: { id: body.name, type: 'organizations' } },
      'feature-set': { data: { id: toFeatureSetId(plan.tier), type: 'feature-sets' } },
    },
  });
};

/** What test suites of the hosted service's clients set up with. */
export const routes = [
  route('GET /admin/feature-sets', listFeatureSets),
  route('POST /admin/organizations/{organization_name}/subscription', subscribe),
];
