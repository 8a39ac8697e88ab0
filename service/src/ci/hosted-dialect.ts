import { isObject, type JsonObject } from '../json-api/parse-document.ts';

export type ResponseDialect = 'neutral' | 'hosted';

/** Members with another name in the hosted dialect. */
const memberNames: readonly (readonly [neutral: string, hosted: string])[] = [
  ['created-at', 'created_at'],
  ['public-key', 'public_key'],
  ['vcs-type', 'vcs_type'],
  ['setup-config', 'setup_config'],
  ['compiled-setup-config', 'compiled_setup_config'],
  ['set_vcs_status', 'set_github_status'],
];
/** Providers of definitions and triggers with another name in the hosted dialect. */
const sourceProviderNames: readonly (readonly [neutral: string, hosted: string])[] = [
  ['codehost_app', 'github_app'],
  ['codehost_dc', 'bitbucket_dc'],
];
const hostedMemberNames = new Map(memberNames);
const hostedProviderNames = new Map(sourceProviderNames);
const neutralProviderNames = new Map(sourceProviderNames.map(([neutral, hosted]) => [hosted, neutral]));

/**
 * A document with its hyphenated members. The hosted service writes underscores where its documents have hyphens: clients read the one or
 * the other, so the hosted dialect has both. Only members of the document itself: keys of maps are the caller's.
 */
export const bothSpellings = <D extends object>(document: D, dialect: ResponseDialect): D =>
  dialect === 'neutral'
    ? document
    : (Object.fromEntries(
        Object.entries(document).flatMap(([name, value]) =>
          name.includes('-')
            ? [
                [name, value],
                [name.replaceAll('-', '_'), value],
              ]
            : [[name, value]],
        ),
      ) as D);

/** There are no pictures of users. Clients of the hosted service expect a text. */
export const renderAvatarUrl = (dialect: ResponseDialect): '' | null => (dialect === 'hosted' ? '' : null);

/** The name of a member in responses and errors of a dialect. */
export const memberName = (name: string, dialect: ResponseDialect): string =>
  dialect === 'hosted' ? (hostedMemberNames.get(name) ?? name) : name;
export const sourceProviderName = (name: string, dialect: ResponseDialect): string =>
  dialect === 'hosted' ? (hostedProviderNames.get(name) ?? name) : name;

/** Phrases of error messages and what the hosted service writes in their place. */
const hostedWords: ReadonlyMap<string, string> = new Map([
  ...sourceProviderNames,
  ['set_vcs_status', 'set_github_status'],
  ['native', 'circleci'],
  ['Ci-Token', 'Circle-Token'],
]);
/** A message in the words of the hosted service. What a message quotes of the request (`got "…"`) stays as it was sent. */
export const toHostedCiSentence = (sentence: string): string =>
  sentence.replaceAll(/got "(?:[^"\\]|\\.)*"|[A-Za-z]+(?:[_-][A-Za-z]+)*/g, (word) => hostedWords.get(word) ?? word);

const hostedBodyPattern = /"(github_app|bitbucket_dc)"|"set_github_status"\s*:/;
/** Whether a request comes from a client of the hosted service, by its User-Agent or the names in its body. */
export const isHostedRequest = (agent: string | undefined, body: string | undefined): boolean =>
  (agent !== undefined && /circleci/i.test(agent)) || (body !== undefined && hostedBodyPattern.test(body));

/** The name of a provider in the neutral dialect, by its name in either. */
export const neutralProviderName = (name: string): string => neutralProviderNames.get(name) ?? name;

const mapMember = (body: JsonObject, name: string, change: (value: JsonObject) => JsonObject): JsonObject =>
  isObject(body[name]) ? { ...body, [name]: change(body[name]) } : body;
const normalizeProvider = (source: JsonObject): JsonObject =>
  typeof source['provider'] === 'string' ? { ...source, provider: neutralProviderName(source['provider']) } : source;
const normalizeStatusSetting = (advanced: JsonObject): JsonObject => {
  if (!('set_github_status' in advanced) || 'set_vcs_status' in advanced) return advanced;
  const { set_github_status: status, ...rest } = advanced;
  return { ...rest, set_vcs_status: status };
};

/** Translates a request body to the neutral dialect. Only known members are renamed: other keys are the caller's. */
export const normalizeHostedBody = (body: unknown): unknown => {
  if (!isObject(body)) return body;
  return ['config_source', 'checkout_source', 'event_source'].reduce(
    (body, name) => mapMember(body, name, normalizeProvider),
    mapMember(body, 'advanced', normalizeStatusSetting),
  );
};
