import { countCharacters } from '../../http/characters.ts';
import { maskUserInfo } from '../../journal/masking.ts';
import type { RequestContext } from '../../http/route.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import {
  booleanMember,
  objectMember,
  describeValue,
  invalidRequest,
  type MemberRules,
  optionalMember,
  parseMembers,
} from '../requests/read-request.ts';
import { stringMember } from '../requests/text-members.ts';
import type { PolicyMetadata } from './policy-records.ts';

export const buildNumberMember = {
  description: 'a whole number from 0 on',
  accepts: (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0,
};

const metadataMembers: MemberRules = {
  build_number: optionalMember(buildNumberMember),
  project_id: optionalMember(stringMember),
  ssh_rerun: optionalMember(booleanMember),
  vcs: optionalMember(objectMember),
};
const vcsMembers: MemberRules = {
  branch: optionalMember(stringMember),
  origin_repository_url: optionalMember(stringMember),
  release_tag: optionalMember(stringMember),
  target_repository_url: optionalMember(stringMember),
};

/** Characters of metadata as JSON: every decision stores it. */
const maxMetadataCharacters = 64 * 1024;

/** Parses known members and accepts any others: policies may use anything in `data.meta`. */
const parseOpenMembers = (ctx: Pick<RequestContext, 'dialect'>, value: unknown, expected: MemberRules, pointer: string): JsonObject =>
  parseMembers(
    ctx,
    value,
    {
      ...Object.fromEntries(
        Object.keys(value as JsonObject).map((name) => [name, optionalMember({ description: 'anything', accepts: () => true })]),
      ),
      ...expected,
    },
    pointer,
  );

/** A clone's address may hold a token; every decision stores its metadata. */
const maskAddresses = (vcs: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(vcs).map(([name, value]) => [name, typeof value === 'string' ? maskUserInfo(value) : value]));

/** Parses the metadata of the configuration. The user information of addresses in `vcs` is masked. */
export const parsePolicyMetadata = (ctx: Pick<RequestContext, 'dialect'>, value: unknown): PolicyMetadata => {
  if (value === undefined) return {};
  if (!objectMember.accepts(value)) throw invalidRequest({ detail: `expected an object, ${describeValue(value)}`, pointer: '/metadata' });
  const metadata = parseOpenMembers(ctx, value, metadataMembers, '/metadata');
  const vcs = metadata['vcs'] === undefined ? undefined : parseOpenMembers(ctx, metadata['vcs'], vcsMembers, '/metadata/vcs');
  const size = countCharacters(JSON.stringify(metadata));
  if (size > maxMetadataCharacters)
    throw invalidRequest({ detail: `has ${size} characters as JSON; the maximum is ${maxMetadataCharacters}`, pointer: '/metadata' });
  return vcs ? { ...metadata, vcs: maskAddresses(vcs) } : metadata;
};
