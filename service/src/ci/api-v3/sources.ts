import { objectValue, partialObject, stringValue } from '../../http/body-schemas.ts';
import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import type { RequestContext } from '../../http/route.ts';
import { describeValue, invalidRequest, objectMember, optionalMember, parseMembers, requiredMember } from '../requests/read-request.ts';
import { isUuid } from '../slugs/short-id.ts';

export const textMemberV3 = { description: 'a string', accepts: (value: unknown) => typeof value === 'string' };

/** A repository as API v2 spells it. */
export interface RepositorySource {
  readonly provider: string;
  readonly repo?: { readonly external_id: string; readonly full_name?: string };
}

export const toVcs = ({ provider, repo }: RepositorySource) => ({
  provider,
  repo_id: repo?.external_id ?? '',
  repo_full_name: repo?.full_name ?? '',
});

/** The source of API v2 that `vcs` of a request means; its full name is decoration. */
export const fromVcs = (ctx: RequestContext, value: unknown, pointer: string): RepositorySource => {
  const sent = parseMembers(
    ctx,
    value,
    { provider: requiredMember(textMemberV3), repo_id: optionalMember(textMemberV3), repo_full_name: optionalMember(textMemberV3) },
    pointer,
  ) as { readonly provider: string; readonly repo_id?: string };
  return { provider: sent.provider, ...(sent.repo_id ? { repo: { external_id: sent.repo_id } } : {}) };
};

/** `data.attributes` and `data.references` of a request. */
export const parseEntity = (ctx: RequestContext) => {
  const { data } = parseMembers(ctx, ctx.body, { data: requiredMember(objectMember) });
  return parseMembers(
    ctx,
    data,
    { attributes: requiredMember(objectMember), references: requiredMember(objectMember), type: optionalMember(textMemberV3) },
    '/data',
  );
};

/** The id that a reference of a request names. */
export const parseReference = (ctx: RequestContext, references: unknown, name: string): string => {
  const sent = parseMembers(ctx, references, { [name]: requiredMember(objectMember) }, '/data/references')[name];
  const { id } = parseMembers(ctx, sent, { id: requiredMember(textMemberV3) }, `/data/references/${name}`) as { readonly id: string };
  if (id === '') throw invalidRequest({ detail: 'expected an id', pointer: `/data/references/${name}/id` });
  return id;
};

/** As `parseReference`, for what is known by its UUID. */
export const parseReferenceId = (ctx: RequestContext, references: unknown, name: string): string => {
  const id = parseReference(ctx, references, name);
  if (!isUuid(id)) throw invalidRequest({ detail: `expected a UUID, ${describeValue(id)}`, pointer: `/data/references/${name}/id` });
  return id.toLowerCase();
};

export const vcsSchema: JsonSchema = objectValue({ provider: stringValue, repo_id: stringValue, repo_full_name: stringValue });
export const vcsRequestSchema: JsonSchema = {
  ...partialObject({ provider: stringValue, repo_id: stringValue, repo_full_name: stringValue }),
  required: ['provider'],
};
export const referenceRequestSchema = (name: string): JsonSchema => objectValue({ [name]: objectValue({ id: stringValue }) });
export const entityRequestSchema = (attributes: JsonSchema, references: JsonSchema): JsonSchema =>
  objectValue({ data: objectValue({ attributes, references }, { type: stringValue }) });
