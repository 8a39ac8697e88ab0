import { badRequest, notFound } from '../../http/problem.ts';
import type { User } from '../../access/records.ts';
import type { RequestContext } from '../../http/route.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import { findOrganizationOfQuery, requireOrganizationBySlugText, requireOrganizationById } from '../organizations/require-organization.ts';
import {
  enumMember,
  queryParameter,
  parseCiBody,
  requiredUuidParameter,
  invalidRequest,
  optionalMember,
  parseMembers,
  requiredMember,
  enumParameter,
} from '../requests/read-request.ts';
import { objectOf } from '../requests/request-schema.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiContext } from './context-records.ts';
import { nameMember, textMember, uuidMember } from '../requests/text-members.ts';

export type ContextOwner = CiContext['owner'];
const ownerTypes = ['account', 'organization'] as const;
const ownerMembers = {
  id: optionalMember(uuidMember),
  slug: optionalMember(textMember),
  type: optionalMember(enumMember(ownerTypes, 'account or organization')),
};
export const newContextMembers = { name: requiredMember(nameMember), owner: requiredMember(objectOf(ownerMembers)) };

/** Accounts own contexts in the self-hosted edition only, and only the account's user can see them. */
const requireAccount = async (
  ctx: RequestContext,
  id: string,
  where: { readonly pointer: string } | { readonly parameter: string },
): Promise<ContextOwner> => {
  if (ctx.settings.edition !== 'self-hosted')
    throw invalidRequest({ detail: 'an account owns contexts on the self-hosted edition only; expected organization', ...where });
  const user = ctx.caller.kind === 'user' ? await ctx.tx.get<User>('users', ctx.caller.id) : undefined;
  if (user?.body.uuid !== id) throw notFound(`the account ${id}`);
  return { kind: 'account', id };
};

/** The owner that the query names: `owner-id` or `owner-slug`, one of them, and `owner-type`. */
export const requireContextOwner = async (ctx: RequestContext): Promise<ContextOwner> => {
  if (enumParameter(ctx, 'owner-type', ownerTypes, 'organization') === 'account') {
    if (queryParameter(ctx, 'owner-slug') !== undefined)
      throw invalidRequest({ detail: 'an account has no slug; send owner-id', parameter: 'owner-slug' });
    return requireAccount(ctx, requiredUuidParameter(ctx, 'owner-id'), { parameter: 'owner-type' });
  }
  const organization = await findOrganizationOfQuery(ctx, 'owner-id', 'owner-slug');
  if (!organization) throw badRequest('expected owner-id or owner-slug');
  return { kind: 'organization', id: organization.id };
};

interface NewContext {
  readonly name: string;
  readonly owner: ContextOwner;
  /** The organization that owns it; absent: an account does. */
  readonly organization?: StoredRecord<CiOrganization>;
}
const ownedBy = (name: string, organization: StoredRecord<CiOrganization>): NewContext => ({
  name,
  owner: { kind: 'organization', id: organization.id },
  organization,
});

/** Parses the body of a new context: `name`, and `owner` as `{id, type}` or `{slug, type}`. */
export const parseNewContext = async (ctx: RequestContext): Promise<NewContext> => {
  const body = parseCiBody(ctx, newContextMembers);
  const owner: JsonObject = parseMembers(ctx, body['owner'], ownerMembers, '/owner');
  const { id, slug, type } = owner as { readonly id?: string; readonly slug?: string; readonly type?: ContextOwner['kind'] };
  if ((id === undefined) === (slug === undefined)) throw invalidRequest({ detail: 'expected either id or slug', pointer: '/owner' });
  const name = body['name'] as string;
  if (slug !== undefined) {
    if (type === 'account') throw invalidRequest({ detail: 'an account has no slug; send its id', pointer: '/owner/slug' });
    return ownedBy(name, (await requireOrganizationBySlugText(ctx, slug, 'owner.slug')).organization);
  }
  if (type === 'account') return { name, owner: await requireAccount(ctx, id!.toLowerCase(), { pointer: '/owner/type' }) };
  return ownedBy(name, await requireOrganizationById(ctx, id!.toLowerCase()));
};
