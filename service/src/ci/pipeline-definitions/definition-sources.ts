import { stringValue } from '../../http/body-schemas.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import type { RequestContext } from '../../http/route.ts';
import { describeValue, invalidRequest, optionalMember, type MemberRules, parseMembers, requiredMember } from '../requests/read-request.ts';
import { objectOf } from '../requests/request-schema.ts';
import type { DefinitionSource, SourceProvider } from './pipeline-definition-records.ts';
import { pathMember, stringMember } from '../requests/text-members.ts';
import { sourceProviderName } from '../hosted-dialect.ts';

const externalIdMember = (hosted: boolean) =>
  hosted
    ? {
        description: 'the number that the code host gave the repository, as a string',
        accepts: (value: unknown) => typeof value === 'string' && /^\d{1,19}$/.test(value),
        schema: stringValue,
      }
    : {
        description: 'the id that the code host gave the repository, 1 to 255 characters',
        accepts: (value: unknown) => typeof value === 'string' && /^[^\s\p{Cc}\p{Surrogate}]{1,255}$/u.test(value),
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      };

/** `stored`: with the name that responses contain. */
export const repositoryMembers = ({ dialect }: Pick<RequestContext, 'dialect'>, stored: boolean): MemberRules => ({
  external_id: requiredMember(externalIdMember(dialect === 'hosted')),
  ...(stored ? { full_name: optionalMember(stringMember) } : {}),
});
/** Parses the id in `repo`. The hosted service accepts numbers only. `stored`: the name may be repeated as it was read. */
export const parseExternalId = (ctx: RequestContext, repo: unknown, pointer: string, stored?: DefinitionSource): string => {
  const sent = parseMembers(ctx, repo, repositoryMembers(ctx, stored !== undefined), pointer);
  if (stored && sent['full_name'] !== undefined && (sent['full_name'] !== stored.fullName || sent['external_id'] !== stored.externalId))
    throw invalidRequest({
      detail: 'is the name of another repository than external_id; send external_id alone',
      pointer: `${pointer}/full_name`,
    });
  return sent['external_id'] as string;
};

/** Definitions are created with these providers. */
const creatableDefinitionProviders = (dialect: RequestContext['dialect']): readonly SourceProvider[] =>
  dialect === 'hosted' ? ['codehost_app', 'github_server'] : ['codehost_app'];

const requireCreatableProvider = (ctx: RequestContext, provider: unknown, pointer: string): SourceProvider => {
  const possible = creatableDefinitionProviders(ctx.dialect);
  if (possible.includes(provider as SourceProvider)) return provider as SourceProvider;
  const names = possible.map((one) => `"${sourceProviderName(one, ctx.dialect)}"`).join(' or ');
  const displayed = typeof provider === 'string' ? sourceProviderName(provider, ctx.dialect) : provider;
  throw invalidRequest({
    detail:
      `expected ${names}, the ${possible.length === 1 ? 'one provider' : 'providers'} ` +
      `that definitions are made with; ${describeValue(displayed)}`,
    pointer,
  });
};

/** The members of a `config_source`, which has a path, or of a `checkout_source`. */
export const sourceMembers = (
  ctx: Pick<RequestContext, 'dialect'>,
  pointer: '/config_source' | '/checkout_source',
  stored: boolean,
): MemberRules => ({
  provider: requiredMember(stringMember),
  repo: requiredMember(objectOf(repositoryMembers(ctx, stored))),
  ...(pointer === '/config_source' ? { file_path: requiredMember(pathMember) } : {}),
});
/** Members of `config_source` in an update. */
export const configUpdateMembers = (ctx: Pick<RequestContext, 'dialect'>): MemberRules => ({
  provider: optionalMember(stringMember),
  repo: optionalMember(objectOf(repositoryMembers(ctx, true))),
  file_path: optionalMember(pathMember),
});

/** Parses a source: its provider and repository id, and for the config source the file path. `stored`: the source that it replaces. */
export const parseDefinitionSource = (
  ctx: RequestContext,
  value: unknown,
  pointer: '/config_source' | '/checkout_source',
  stored?: DefinitionSource,
): { readonly provider: SourceProvider; readonly externalId: string; readonly filePath: string } => {
  const source = parseMembers(ctx, value, sourceMembers(ctx, pointer, stored !== undefined), pointer);
  const provider = source['provider'];
  return {
    provider: stored && provider === stored.provider ? stored.provider : requireCreatableProvider(ctx, provider, `${pointer}/provider`),
    externalId: parseExternalId(ctx, source['repo'], `${pointer}/repo`, stored),
    filePath: (source['file_path'] as string | undefined) ?? '',
  };
};

/** Parses an update of the config source: only the file path can change; other members must have their current value. */
export const parseConfigFilePath = (ctx: RequestContext, value: unknown, stored: DefinitionSource): string | undefined => {
  const source: JsonObject = parseMembers(ctx, value, configUpdateMembers(ctx), '/config_source');
  if (source['provider'] !== undefined && source['provider'] !== stored.provider)
    throw invalidRequest({
      detail: `cannot be changed; it is "${sourceProviderName(stored.provider, ctx.dialect)}"`,
      pointer: '/config_source/provider',
    });
  if (source['repo'] !== undefined && parseExternalId(ctx, source['repo'], '/config_source/repo', stored) !== stored.externalId)
    throw invalidRequest({ detail: `cannot be changed; it is "${stored.externalId}"`, pointer: '/config_source/repo/external_id' });
  return source['file_path'] as string | undefined;
};

/** A source in a response. */
export const renderDefinitionSource = ({ provider, externalId, fullName }: DefinitionSource, ctx: RequestContext) => ({
  provider: sourceProviderName(provider, ctx.dialect),
  repo: { full_name: fullName, external_id: externalId },
});

/** Definitions of these providers can be read, updated and deleted; others are only listed. */
export const managedDefinitionProviders = (dialect: RequestContext['dialect']): readonly SourceProvider[] =>
  dialect === 'hosted' ? ['codehost_app', 'codehost_dc', 'github_server'] : ['codehost_app', 'codehost_dc'];
