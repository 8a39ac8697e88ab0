import { badRequest, notFound } from '../../problem.ts';
import type { User } from '../../records.ts';
import type { RequestContext } from '../../route.ts';
import type { JsonObject } from '../../json-api/read.ts';
import { organizationAsked, organizationSlugged, organizationWithId } from '../organizations/here.ts';
import { anObject, asked, bodyOf, idNeeded, invalid, may, membersOf, must, oneAsked } from '../read.ts';
import { isUuid } from '../short-id.ts';
import type { Context } from '../stored.ts';
import { aName, aText } from '../texts.ts';

export type Owner = Context['owner'];
const kinds = ['account', 'organization'] as const;
const aKind = { description: 'account or organization', accepts: (value: unknown) => kinds.includes(value as Owner['kind']) };
const anId = { description: 'a UUID', accepts: (value: unknown) => typeof value === 'string' && isUuid(value) };

/** Accounts own contexts on the self-hosted edition only, and only the account's own user sees them. */
const account = async (asking: RequestContext, id: string, where: { readonly pointer: string } | { readonly parameter: string }): Promise<Owner> => {
  if (asking.settings.edition !== 'self-hosted') throw invalid({ detail: 'an account owns contexts on the self-hosted edition only; expected organization', ...where });
  const user = asking.caller.kind === 'user' ? await asking.tx.get<User>('users', asking.caller.id) : undefined;
  if (user?.body.uuid !== id) throw notFound(`the account ${id}`);
  return { kind: 'account', id };
};

/** Whose contexts are asked for: `owner-id` or `owner-slug`, one of them, and `owner-type`. */
export const ownerAsked = async (asking: RequestContext): Promise<Owner> => {
  if (oneAsked(asking, 'owner-type', kinds, 'organization') === 'account') {
    if (asked(asking, 'owner-slug') !== undefined) throw invalid({ detail: 'an account has no slug; send owner-id', parameter: 'owner-slug' });
    return account(asking, idNeeded(asking, 'owner-id'), { parameter: 'owner-type' });
  }
  const organization = await organizationAsked(asking, 'owner-id', 'owner-slug');
  if (!organization) throw badRequest('expected owner-id or owner-slug');
  return { kind: 'organization', id: organization.id };
};

/** The body of a new context: its name, and `owner` in either shape: `{id, type}` or `{slug, type}`. */
export const contextSent = async (asking: RequestContext): Promise<{ readonly name: string; readonly owner: Owner }> => {
  const body = bodyOf(asking, { name: must(aName), owner: must(anObject) });
  const owner: JsonObject = membersOf(body['owner'], { id: may(anId), slug: may(aText), type: may(aKind) }, '/owner');
  const { id, slug, type } = owner as { readonly id?: string; readonly slug?: string; readonly type?: Owner['kind'] };
  if ((id === undefined) === (slug === undefined)) throw invalid({ detail: 'expected either id or slug', pointer: '/owner' });
  const name = body['name'] as string;
  if (slug !== undefined) {
    if (type === 'account') throw invalid({ detail: 'an account has no slug; send its id', pointer: '/owner/slug' });
    return { name, owner: { kind: 'organization', id: (await organizationSlugged(asking, slug, 'owner.slug')).organization.id } };
  }
  if (type === 'account') return { name, owner: await account(asking, id!.toLowerCase(), { pointer: '/owner/type' }) };
  return { name, owner: { kind: 'organization', id: (await organizationWithId(asking, id!.toLowerCase())).id } };
};
