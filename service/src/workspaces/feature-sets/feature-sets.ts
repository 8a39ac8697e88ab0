import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import { renderResourcePage, parsePage } from '../../json-api/page.ts';
import { parseToOne, parseDocument } from '../../json-api/parse-document.ts';
import {
  booleanValue,
  enumValue,
  freeObject,
  nullableInteger,
  nullableString,
  partialObject,
  stringValue,
} from '../../http/body-schemas.ts';
import {
  describeIdentifier,
  describeResponseDocument,
  describeResponseList,
  type DocumentShape,
  includeParameter,
} from '../../json-api/describe-document.ts';
import { createdDocument, okDocument } from '../../json-api/responses.ts';
import { type OperationDescription, textParameter } from '../../http/operation-description.ts';
import { type Organization, resolveTier } from '../../access/records.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route, type ServiceSettings } from '../../http/route.ts';
import { requireOwner } from '../../access/organization-owners.ts';
import { findMembership, requireOrganization } from '../../access/permissions.ts';

type PlanTier = ServiceSettings['tier'];
/** All plans. An organization has the one of the service (`--tier`) until an owner subscribes it to another. */
const planTiers: readonly { readonly tier: PlanTier; readonly name: string; readonly description: string }[] = [
  {
    tier: 'free',
    name: 'Free',
    description: "Without no-code provisioning, global run tasks and health assessments, as on the hosted service's Trial plan.",
  },
  { tier: 'standard', name: 'Standard', description: 'With no-code provisioning and global run tasks.' },
  { tier: 'plus', name: 'Plus', description: "Everything, as on the hosted service's Business and Premium plans." },
];

const toFeatureSetId = (tier: PlanTier): string => `fs-${tier}`;
const renderFeatureSet =
  (current: PlanTier) =>
  ({ tier, name, description }: (typeof planTiers)[number]): ResourceObject => ({
    id: toFeatureSetId(tier),
    type: 'feature-sets',
    attributes: {
      identifier: tier,
      name,
      description,
      'is-current': tier === current,
      'is-free-tier': tier === 'free',
      cost: 0,
      'private-module-registry': true,
      'vcs-integrations': true,
      'no-code-provisioning': tier !== 'free',
      'no-code-modules': tier !== 'free',
      assessments: tier === 'plus',
      'cost-estimation': tier === 'plus',
      'change-requests': tier === 'plus',
      'audit-logging': true,
      'policy-enforcement': true,
      'run-tasks': true,
      'global-run-tasks': tier !== 'free',
      sentinel: false,
      sso: false,
      stacks: false,
      hyok: false,
      teams: true,
      'user-limit': null,
      'policy-limit': null,
      'policy-set-limit': null,
      'run-task-limit': null,
      'self-serve-billing': false,
      'is-managed-resource-plan': false,
      'can-self-service-downgrade': false,
    },
  });

const listFeatureSets = async (ctx: RequestContext, current = ctx.settings.tier): Promise<RouteResponse> => {
  // Clients search plans by names such as `Standard (entitlement)`.
  const q = (ctx.query.get('q') ?? '').toLowerCase().replace(/ \(entitlement\)$/, '');
  const found = planTiers.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(q));
  const page = parsePage(ctx);
  return renderResourcePage(ctx, page, found.length, found.slice(page.offset, page.offset + page.size).map(renderFeatureSet(current)));
};

const renderSubscription = (ctx: RequestContext, { id, body }: Pick<StoredRecord<Organization>, 'id' | 'body'>): ResourceObject => ({
  id: `sub-${id.slice('org-'.length)}`,
  type: 'subscriptions',
  attributes: {
    'is-active': true,
    'is-public-free-tier': resolveTier(body, ctx.settings) === 'free',
    'is-self-serve-trial': false,
    'start-at': body.createdAt,
    'end-at': null,
    'runs-ceiling': null,
    'agents-ceiling': null,
    'policy-limit': null,
    'policy-set-limit': null,
    'run-task-limit': null,
    'rum-alert-threshold': null,
  },
  relationships: {
    organization: { data: { id: body.name, type: 'organizations' } },
    'feature-set': { data: { id: toFeatureSetId(resolveTier(body, ctx.settings)), type: 'feature-sets' } },
  },
});

const subscribe = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const organization = await requireOrganization(ctx);
  const { body } = organization;
  requireOwner(ctx, body.name);
  const reference = parseToOne(ctx, parseDocument(ctx, 'subscription', 'subscriptions').relationships, 'feature-set', 'feature-sets');
  const plan = planTiers.find(({ tier }) => toFeatureSetId(tier) === reference?.id);
  const pointer = '/data/relationships/feature-set/data/id';
  if (!plan) throw unprocessable(`expected ${planTiers.map(({ tier }) => toFeatureSetId(tier)).join(', ')}`, pointer);
  return createdDocument(renderSubscription(ctx, await ctx.tx.update<Organization>(organization, { body: { ...body, tier: plan.tier } })));
};

/** The subscriptions of organizations that the caller belongs to. */
export const loadSubscriptions = async (ctx: RequestContext, ids: readonly string[]): Promise<readonly ResourceObject[]> => {
  const organizations = ids.filter((id) => id.startsWith('sub-')).map((id) => `org-${id.slice('sub-'.length)}`);
  const found = await ctx.tx.getMany<Organization>('organizations', organizations);
  return found.filter(({ body }) => findMembership(ctx, body.name)).map((one) => renderSubscription(ctx, one));
};

export const loadFeatureSets = async (ctx: RequestContext, ids: readonly string[]): Promise<readonly ResourceObject[]> =>
  planTiers.filter(({ tier }) => ids.includes(toFeatureSetId(tier))).map(renderFeatureSet(ctx.settings.tier));

const showSubscription = async (ctx: RequestContext): Promise<RouteResponse> => {
  const id = ctx.params['subscription_id']!;
  const [document] = await loadSubscriptions(ctx, [id]);
  if (!document) throw notFound(`the subscription ${id}`);
  return okDocument(document);
};

/** The schema of a value that always has this type; of a number, or a missing limit: a number or null. */
const describeValue = (value: unknown): JsonSchema =>
  typeof value === 'boolean' ? booleanValue : typeof value === 'string' ? stringValue : nullableInteger;

const featureSetShape: DocumentShape = {
  type: 'feature-sets',
  attributes: Object.fromEntries(
    Object.entries(renderFeatureSet('free')(planTiers[0]!).attributes!).map(([name, value]) => [name, describeValue(value)]),
  ),
};
const limits = ['runs-ceiling', 'agents-ceiling', 'policy-limit', 'policy-set-limit', 'run-task-limit', 'rum-alert-threshold'];
const subscriptionShape: DocumentShape = {
  type: 'subscriptions',
  attributes: {
    'is-active': booleanValue,
    'is-public-free-tier': booleanValue,
    'is-self-serve-trial': booleanValue,
    'start-at': stringValue,
    'end-at': nullableString,
    ...Object.fromEntries(limits.map((name) => [name, nullableInteger])),
  },
  relationships: { organization: { to: 'organizations' }, 'feature-set': { to: 'feature-sets' } },
};
const describeList = (summary: string): { readonly description: OperationDescription } => ({
  description: {
    summary,
    query: { q: textParameter('A part of the name or the description.') },
    responses: { 200: describeResponseList(featureSetShape) },
  },
});

const subscribeDescription: OperationDescription = {
  summary: 'Subscribes an organization to a plan.',
  request: {
    type: 'object',
    required: ['data'],
    properties: {
      data: partialObject({
        type: enumValue('subscription', 'subscriptions'),
        id: stringValue,
        // Clients send dates of the subscription; it has none here.
        attributes: freeObject,
        relationships: partialObject({ 'feature-set': partialObject({ data: describeIdentifier('feature-sets') }) }),
      }),
    },
  },
  responses: { 201: describeResponseDocument(subscriptionShape) },
};

/** What test suites of the hosted service's clients set up with. */
export const routes = [
  route('GET /admin/feature-sets', (ctx) => listFeatureSets(ctx), describeList('Lists the plans that a service can have.')),
  route('POST /admin/organizations/{organization_name}/subscription', subscribe, { description: subscribeDescription }),
  route('GET /feature-sets', (ctx) => listFeatureSets(ctx), describeList('Lists the plans that a service can have.')),
  route(
    'GET /organizations/{organization_name}/feature-sets',
    async (ctx) => {
      const { body } = await requireOrganization(ctx);
      return listFeatureSets(ctx, resolveTier(body, ctx.settings));
    },
    describeList('Lists the plans that an organization can have.'),
  ),
  route('GET /subscriptions/{subscription_id}', showSubscription, {
    description: {
      summary: 'Shows the plan that an organization has.',
      query: { include: includeParameter },
      responses: { 200: describeResponseDocument(subscriptionShape) },
    },
  }),
];
