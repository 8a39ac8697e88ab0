import { isOwner } from '../../access/organization-owners.ts';
import { forbidden, notFound, Problem } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { isLongerThan } from '../../http/characters.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { requireOrganizationById } from '../organizations/require-organization.ts';
import { describeValue, invalidRequest, optionalMember, parseCiBody, queryParameter, uuidPathParameter } from '../requests/read-request.ts';
import { textMember } from '../requests/text-members.ts';
import { ciOk } from '../responses.ts';
import { type OidcClaims, oidcClaimsKind } from './oidc-claims-records.ts';

const maxAudiences = 100;
export const claimMembers = {
  audience: optionalMember({
    description: `a list of at most ${maxAudiences} strings`,
    accepts: (value) => Array.isArray(value) && value.length <= maxAudiences && value.every((one) => textMember.accepts(one)),
    schema: { type: 'array', maxItems: maxAudiences, items: textMember.schema },
  }),
  ttl: optionalMember({
    description: 'a duration such as 1h or 1h30m, in ms, s, m, h, d or w',
    accepts: (value) => typeof value === 'string' && !isLongerThan(value, 100) && /^(?:[0-9]+(?:ms|s|m|h|d|w)){1,7}$/.test(value),
    schema: { type: 'string', pattern: '^(?:[0-9]+(?:ms|s|m|h|d|w)){1,7}$' },
  }),
};

interface ClaimOwner {
  readonly organization: StoredRecord<CiOrganization>;
  /** Null: the claims are the organization's own. */
  readonly project: string | null;
  readonly claims: StoredRecord<OidcClaims> | undefined;
}

const findClaimOwner = async (ctx: RequestContext): Promise<ClaimOwner> => {
  const organization = await requireOrganizationById(ctx, uuidPathParameter(ctx, 'org_id'));
  const project = ctx.params['project_id'] === undefined ? null : uuidPathParameter(ctx, 'project_id');
  const [home, claims] = await Promise.all([
    project === null ? undefined : ctx.tx.get('ci-projects', project),
    ctx.tx.getByKey<OidcClaims>(oidcClaimsKind, organization.id, project ?? ''),
  ]);
  if (project !== null && home?.scope !== organization.id) throw notFound(`the project ${project}`);
  return { organization, project, claims };
};

/** In the hosted dialect what is not to be seen is 403: the vendor's document has no 404 here (decision 174). */
const requireClaimOwner = (ctx: RequestContext): Promise<ClaimOwner> =>
  findClaimOwner(ctx).catch((error: unknown) => {
    const isHidden = ctx.dialect === 'hosted' && error instanceof Problem && error.status === 404;
    throw isHidden ? new Problem(403, error.errors) : error;
  });

const requireOwnerAdmin = async (ctx: RequestContext): Promise<ClaimOwner> => {
  const owner = await requireClaimOwner(ctx);
  if (!isOwner(ctx, owner.organization.key)) throw forbidden('only owners of the organization change the claims of its tokens');
  return owner;
};

const noClaims: OidcClaims = { audience: null, audienceUpdatedAt: null, ttl: null, ttlUpdatedAt: null };

const renderClaims = ({ organization, project }: ClaimOwner, claims: OidcClaims) => ({
  audience: claims.audience,
  audience_updated_at: claims.audienceUpdatedAt,
  org_id: organization.id,
  project_id: project,
  ttl: claims.ttl,
  ttl_updated_at: claims.ttlUpdatedAt,
});

const saveClaims = async (ctx: RequestContext<Transaction>, { organization, project, claims }: ClaimOwner, body: OidcClaims) => {
  if (claims) await ctx.tx.update<OidcClaims>(claims, { body });
  else
    await ctx.tx.insert<OidcClaims>({
      id: ctx.newId('uuid'),
      kind: oidcClaimsKind,
      scope: organization.id,
      key: project ?? '',
      name: '',
      body,
    });
};

/** The claims that `claims` names, separated by commas. */
const claimsParameter = (ctx: RequestContext): readonly ('audience' | 'ttl')[] => {
  const text = queryParameter(ctx, 'claims') ?? '';
  const names = text.split(',').map((name) => name.trim());
  if (!names.every((name) => name === 'audience' || name === 'ttl'))
    throw invalidRequest({ detail: `expected audience, ttl or both, separated by a comma; ${describeValue(text)}`, parameter: 'claims' });
  return names as readonly ('audience' | 'ttl')[];
};

const readClaims = async (ctx: RequestContext) => {
  const owner = await requireClaimOwner(ctx);
  return ciOk(renderClaims(owner, owner.claims?.body ?? noClaims));
};
const changeClaims = async (ctx: RequestContext<Transaction>) => {
  const owner = await requireOwnerAdmin(ctx);
  const { audience, ttl } = parseCiBody(ctx, claimMembers) as Partial<Pick<OidcClaims, 'audience' | 'ttl'>>;
  const now = ctx.clock.now().toISOString();
  const claims: OidcClaims = {
    ...(owner.claims?.body ?? noClaims),
    ...(audience === undefined ? {} : { audience, audienceUpdatedAt: now }),
    ...(ttl === undefined ? {} : { ttl, ttlUpdatedAt: now }),
  };
  await saveClaims(ctx, owner, claims);
  return ciOk(renderClaims(owner, claims));
};
const deleteClaims = async (ctx: RequestContext<Transaction>) => {
  const owner = await requireOwnerAdmin(ctx);
  const names = claimsParameter(ctx);
  const claims: OidcClaims = {
    ...(owner.claims?.body ?? noClaims),
    ...(names.includes('audience') ? { audience: null, audienceUpdatedAt: null } : {}),
    ...(names.includes('ttl') ? { ttl: null, ttlUpdatedAt: null } : {}),
  };
  if (owner.claims) await saveClaims(ctx, owner, claims);
  return ciOk(renderClaims(owner, claims));
};

const organizationPath = '/org/{org_id}/oidc-custom-claims';
const projectPath = '/org/{org_id}/project/{project_id}/oidc-custom-claims';

/**
 * Claims of the identity tokens that jobs get at the hosted service. Jobs get no such tokens here: the claims are stored and returned
 * without effect.
 */
export const routes = [
  route(`GET ${organizationPath}`, readClaims),
  route(`PATCH ${organizationPath}`, changeClaims),
  route(`DELETE ${organizationPath}`, deleteClaims),
  route(`GET ${projectPath}`, readClaims),
  route(`PATCH ${projectPath}`, changeClaims),
  route(`DELETE ${projectPath}`, deleteClaims),
];
