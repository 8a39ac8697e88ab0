import { isObject, type JsonObject } from '../json-api/parse-document.ts';

type ResponseDialect = 'neutral' | 'hosted';

/** Members that the hosted service spells in another way. */
const memberNames: readonly (readonly [neutral: string, hosted: string])[] = [
  ['created-at', 'created_at'],
  ['public-key', 'public_key'],
  ['vcs-type', 'vcs_type'],
  ['setup-config', 'setup_config'],
  ['compiled-setup-config', 'compiled_setup_config'],
  ['set_vcs_status', 'set_github_status'],
];
/** Providers of definitions and triggers. */
const sourceProviderNames: readonly (readonly [neutral: string, hosted: string])[] = [
  ['codehost_app', 'github_app'],
  ['codehost_dc', 'bitbucket_dc'],
];
const hostedMemberNames = new Map(memberNames);
const hostedProviderNames = new Map(sourceProviderNames);
const neutralProviderNames = new Map(sourceProviderNames.map(([neutral, hosted]) => [hosted, neutral]));

/** A member's name in answers and errors of this profile. */
export const memberName = (name: string, profile: ResponseDialect): string =>
  profile === 'hosted' ? (hostedMemberNames.get(name) ?? name) : name;
export const sourceProviderName = (name: string, profile: ResponseDialect): string =>
  profile === 'hosted' ? (hostedProviderNames.get(name) ?? name) : name;

const hostedBodyPattern = /"(github_app|bitbucket_dc)"|"set_github_status"\s*:/;
/** A client of the hosted service, or a body in its words. */
export const isHostedRequest = (agent: string | undefined, body: string | undefined): boolean =>
  (agent !== undefined && /circleci/i.test(agent)) || (body !== undefined && hostedBodyPattern.test(body));

const mapMember = (body: JsonObject, name: string, change: (value: JsonObject) => JsonObject): JsonObject =>
  isObject(body[name]) ? { ...body, [name]: change(body[name]) } : body;
const normalizeProvider = (source: JsonObject): JsonObject =>
  typeof source['provider'] === 'string'
    ? { ...source, provider: neutralProviderNames.get(source['provider']) ?? source['provider'] }
    : source;
const normalizeStatusSetting = (advanced: JsonObject): JsonObject => {
  if (!('set_github_status' in advanced) || 'set_vcs_status' in advanced) return advanced;
  const { set_github_status: sent, ...rest } = advanced;
  return { ...rest, set_vcs_status: sent };
};

/** A request's body in the specification's words. Only the places where our words stand: what else is in it is the caller's. */
export const normalizeHostedBody = (body: unknown): unknown => {
  if (!isObject(body)) return body;
  return ['config_source', 'checkout_source', 'event_source'].reduce(
    (whole, name) => mapMember(whole, name, normalizeProvider),
    mapMember(body, 'advanced', normalizeStatusSetting),
  );
};
