import type { JsonObject } from '../../json-api/parse-document.ts';
import type { RequestContext } from '../../http/route.ts';
import {
  objectMember,
  describeValue,
  invalidRequest,
  optionalMember,
  type MemberRule,
  parseMembers,
  requiredMember,
} from '../requests/read-request.ts';
import type { DefinitionSource, SourceProvider } from './pipeline-definition-records.ts';
import { pathMember } from '../requests/text-members.ts';
import { sourceProviderName } from '../hosted-dialect.ts';

const stringMember = { description: 'a string', accepts: (value: unknown) => typeof value === 'string' };
const externalIdMember = (hosted: boolean) =>
  hosted
    ? {
        description: 'the number that the code host gave the repository, as a string',
        accepts: (value: unknown) => typeof value === 'string' && /^\d{1,19}$/.test(value),
      }
    : {
        description: 'the id that the code host gave the repository, 1 to 255 characters',
        accepts: (value: unknown) => typeof value === 'string' && /^[^\s\p{Cc}\p{Surrogate}]{1,255}$/u.test(value),
      };

/** Parses the id in `repo`. The hosted service accepts numbers only. */
export const parseExternalId = (ctx: RequestContext, repo: unknown, pointer: string): string =>
  parseMembers(repo, { external_id: requiredMember(externalIdMember(ctx.dialect === 'hosted')) }, pointer)['external_id'] as string;

/** 400 unless the provider is the only one that definitions can be created with. */
const requireAppProvider = (ctx: RequestContext, provider: unknown, pointer: string): void => {
  if (provider !== 'codehost_app')
    throw invalidRequest({
      detail:
        `expected "${sourceProviderName('codehost_app', ctx.dialect)}", the one provider that definitions are made ` +
        `with; ${describeValue(typeof provider === 'string' ? sourceProviderName(provider, ctx.dialect) : provider)}`,
      pointer,
    });
};

/** Parses a source: its provider and repository id, and for the config source the file path. */
export const parseDefinitionSource = (
  ctx: RequestContext,
  value: unknown,
  pointer: '/config_source' | '/checkout_source',
): { readonly externalId: string; readonly filePath: string } => {
  const file: { readonly [name: string]: MemberRule } = pointer === '/config_source' ? { file_path: requiredMember(pathMember) } : {};
  const source = parseMembers(value, { provider: requiredMember(stringMember), repo: requiredMember(objectMember), ...file }, pointer);
  requireAppProvider(ctx, source['provider'], `${pointer}/provider`);
  return {
    externalId: parseExternalId(ctx, source['repo'], `${pointer}/repo`),
    filePath: (source['file_path'] as string | undefined) ?? '',
  };
};

/** Parses an update of the config source: only the file path can change; other members must have their current value. */
export const parseConfigFilePath = (ctx: RequestContext, value: unknown, stored: DefinitionSource): string | undefined => {
  const source: JsonObject = parseMembers(
    value,
    { provider: optionalMember(stringMember), repo: optionalMember(objectMember), file_path: optionalMember(pathMember) },
    '/config_source',
  );
  if (source['provider'] !== undefined && source['provider'] !== stored.provider)
    throw invalidRequest({
      detail: `cannot be changed; it is "${sourceProviderName(stored.provider, ctx.dialect)}"`,
      pointer: '/config_source/provider',
    });
  if (source['repo'] !== undefined && parseExternalId(ctx, source['repo'], '/config_source/repo') !== stored.externalId)
    throw invalidRequest({ detail: `cannot be changed; it is "${stored.externalId}"`, pointer: '/config_source/repo/external_id' });
  return source['file_path'] as string | undefined;
};

/** A source in a response. */
export const renderDefinitionSource = ({ provider, externalId, fullName }: DefinitionSource, ctx: RequestContext) => ({
  provider: sourceProviderName(provider, ctx.dialect),
  repo: { full_name: fullName, external_id: externalId },
});

/** Definitions of these providers can be read, updated and deleted; others are only listed. */
export const managedDefinitionProviders: readonly SourceProvider[] = ['codehost_app', 'codehost_dc'];
