import { arrayValue, integerValue, nullable, objectValue, stringValue } from '../../http/body-schemas.ts';
import type { Organization } from '../../access/records.ts';
import { textParameter } from '../../http/operation-description.ts';
import { badRequest, notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { listParameters } from '../../json-api/describe-document.ts';
import { parsePage } from '../../json-api/page.ts';
import type { AuditEvent } from '../../store/audit-trail/audit-trail.ts';
import type { StoredRecord } from '../../store/store.ts';
import { auditTrailPeriod } from './audit-trail-period.ts';

/** The organization of a token: its own, or that of an audit trail token. Throws 404 for all other callers. */
const requireTrail = async (ctx: RequestContext): Promise<StoredRecord<Organization>> => {
  const { memberships, purpose, kind } = ctx.caller;
  const [own] = kind === 'organization' && (purpose === undefined || purpose === 'audit-trails') ? memberships : [];
  const organization = own && (await ctx.tx.getByKey<Organization>('organizations', '', own.organization));
  if (!organization) throw notFound('the audit trail');
  return organization;
};

const parseSince = (ctx: RequestContext): number | undefined => {
  const since = ctx.query.get('since');
  if (!since) return undefined;
  const time = Date.parse(since);
  if (Number.isNaN(time)) throw badRequest('expected a time such as 2026-05-01T12:00:00Z', 'since');
  return time;
};

const tokenTypes = { user: 'Client', team: 'Team', organization: 'Organization' } as const;
const renderEvent = ({ id, at, caller, request, resource }: AuditEvent, organization: string) => ({
  id,
  version: '0',
  type: 'Resource',
  timestamp: at,
  auth: {
    accessor_id: caller.id,
    description: caller.name,
    type: tokenTypes[caller.kind],
    impersonator_id: null,
    organization_id: organization,
  },
  request: { id: request },
  resource: { ...resource, meta: null },
});

/** Lists entries of the retention period, newest first. */
const listAuditEvents = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { id, key } = await requireTrail(ctx);
  const oldest = ctx.clock.now().getTime() - auditTrailPeriod;
  const from = new Date(Math.max(oldest, Math.min(parseSince(ctx) ?? oldest, ctx.clock.now().getTime() + 1))).toISOString();
  const { number, size, offset } = parsePage(ctx);
  const { events, total } = await ctx.tx.auditTrail.list({ organization: key, from }, { offset, limit: size });
  const pages = Math.max(1, Math.ceil(total / size));
  return {
    status: 200,
    body: {
      data: events.map((event) => renderEvent(event, id)),
      pagination: {
        current_page: number,
        page_size: size,
        prev_page: number > 1 ? Math.min(number - 1, pages) : null,
        next_page: number < pages ? number + 1 : null,
        total_pages: pages,
        total_count: total,
      },
    },
  };
};

const event = objectValue({
  id: stringValue,
  version: stringValue,
  type: stringValue,
  timestamp: stringValue,
  auth: objectValue({
    accessor_id: stringValue,
    description: stringValue,
    type: stringValue,
    impersonator_id: nullable(stringValue),
    organization_id: stringValue,
  }),
  request: objectValue({ id: stringValue }),
  resource: objectValue({ id: stringValue, type: stringValue, action: stringValue, meta: { type: ['object', 'null'] } }),
});
const pagination = objectValue({
  current_page: integerValue,
  page_size: integerValue,
  prev_page: nullable(integerValue),
  next_page: nullable(integerValue),
  total_pages: integerValue,
  total_count: integerValue,
});
const { include: _include, ...pages } = listParameters;

export const routes = [
  route('GET /organization/audit-trail', listAuditEvents, {
    purposes: ['audit-trails'],
    description: {
      summary: 'Lists what callers changed in an organization in the last two weeks, for its own token and the one for audit trails.',
      query: { ...pages, since: textParameter('Only entries since this time.') },
      responses: { 200: objectValue({ data: arrayValue(event), pagination }) },
    },
  }),
];
