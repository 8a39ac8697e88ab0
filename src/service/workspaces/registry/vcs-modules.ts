import { validateTypes } from '../../json-api/validate-types.ts';
import { type JsonObject, parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument } from '../../json-api/responses.ts';
import { throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { hasOrganizationRight, requireOrganizationRight, requireOrganization } from '../../access/permissions.ts';
import type { StoredOauthClient, StoredOauthToken } from '../oauth-clients/stored.ts';
import { findOauthConnection } from '../workspaces/vcs-repo.ts';
import { parseModuleSource, repositoryPointer } from './parse-source.ts';
import { insertRegistryModule } from './registry-modules.ts';
import { renderRegistryModule } from './render-module.ts';
import type { ModuleSource, StoredRegistryModule } from './stored.ts';

/** `acme/terraform-aws-vpc` is the module `vpc` of the provider `aws`: so repositories of modules are called. */
const parseModuleNames = (source: ModuleSource, attributes: JsonObject): Pick<StoredRegistryModule, 'name' | 'provider'> => {
  const found = /(?:^|\/)terraform-([A-Za-z0-9]+)-([A-Za-z0-9_-]+)$/.exec(source.identifier);
  const name = (attributes['name'] as string | undefined) ?? found?.[2];
  const provider = (attributes['module-provider'] ?? attributes['provider'] ?? found?.[1]) as string | undefined;
  if (!name || !provider)
    throw unprocessable(
      `"${source.identifier}" does not name a module and its provider: ` +
        'expected a repository called terraform-<provider>-<name>, or name and provider',
      `${repositoryPointer}/identifier`,
    );
  return { name, provider };
};

const publishModule = async (ctx: RequestContext<Transaction>, organization: string): Promise<RouteResponse> => {
  requireOrganizationRight(ctx, organization, 'manage-modules');
  const { attributes } = parseDocument(ctx, 'registry-modules');
  throwIfInvalid(validateTypes(attributes, { name: 'text', provider: 'text', 'module-provider': 'text' }, false));
  const source = parseModuleSource(attributes);
  if (source.oauthTokenId !== null && !(await findOauthConnection(ctx, organization, source.oauthTokenId)))
    throw unprocessable(
      `"${source.oauthTokenId}" is no connection of the organization "${organization}"`,
      `${repositoryPointer}/oauth-token-id`,
    );
  const module = await insertRegistryModule(
    ctx,
    { organization, registryName: 'private', namespace: organization, ...parseModuleNames(source, attributes), source },
    `${repositoryPointer}/identifier`,
  );
  return createdDocument(await renderRegistryModule(ctx, module));
};

/** Without an organization in the path it is that of the connection. */
const findTokenOrganization = async (ctx: RequestContext): Promise<string> => {
  const { oauthTokenId } = parseModuleSource(parseDocument(ctx, 'registry-modules').attributes);
  const token = oauthTokenId === null ? undefined : await ctx.tx.get<StoredOauthToken>('oauth-tokens', oauthTokenId);
  const client = token && (await ctx.tx.get<StoredOauthClient>('oauth-clients', token.body.client));
  if (!client || !hasOrganizationRight(ctx, client.scope, 'manage-modules'))
    throw unprocessable(`"${oauthTokenId ?? ''}" is no connection of an organization of yours`, `${repositoryPointer}/oauth-token-id`);
  return client.scope;
};

/** Modules published from a repository. The service does not contact the code host: requests add the versions. */
export const routes = [
  route('POST /organizations/{organization_name}/registry-modules/vcs', async (ctx) =>
    publishModule(ctx, (await requireOrganization(ctx)).body.name),
  ),
  route('POST /registry-modules', async (ctx) => publishModule(ctx, await findTokenOrganization(ctx)), {
    deprecated: 'POST /registry-modules is deprecated: Use POST /organizations/{organization_name}/registry-modules/vcs.',
  }),
];
