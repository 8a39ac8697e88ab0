import { validateTypes } from '../../json-api/validate-types.ts';
import { type JsonObject, parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument } from '../../json-api/responses.ts';
import { throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route, type LookupContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { hasOrganizationRight, requireOrganizationRight, requireOrganization } from '../../access/permissions.ts';
import type { StoredOauthClient, StoredOauthToken } from '../oauth-clients/stored.ts';
import { findOauthConnection } from '../workspaces/vcs-repo.ts';
import { publishModule } from './descriptions.ts';
import { parseModuleSource, repositoryPointer } from './parse-source.ts';
import { parseModuleVersion } from './module-versions.ts';
import { parseTestConfig } from './update-module.ts';
import { offerModule } from '../no-code/offer-module.ts';
import { insertRegistryModule } from './registry-modules.ts';
import { renderRegistryModule } from './render-module.ts';
import { isModuleVersion } from './versions.ts';
import { linkWebhook } from '../ingress/webhook-addresses.ts';
import { addRepositoryVersions } from './follow-repository.ts';
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

const publishTypes = { name: 'text', provider: 'text', 'module-provider': 'text', 'no-code': 'flag', 'initial-version': 'text?' } as const;

/** The version that a module of a branch begins with; undefined: none was named. Throws 422. */
const parseInitialVersion = (attributes: JsonObject): string | undefined => {
  const version = attributes['initial-version'];
  if (version === undefined || version === null || version === '') return undefined;
  if (!isModuleVersion(version)) throw unprocessable('expected a version such as 1.2.0', '/data/attributes/initial-version');
  return version;
};

/** The initial version without files, where the service does not find the repository: its variables are not known. */
const withInitialVersion = (ctx: RequestContext<Transaction>, module: StoredRecord<StoredRegistryModule>, version: string | undefined) => {
  if (version === undefined || module.body.versions.some((one) => one.version === version)) return module;
  const versions = [parseModuleVersion({ version }, ctx.clock.now().toISOString(), '/data/attributes'), ...module.body.versions];
  return ctx.tx.update<StoredRegistryModule>(module, { body: { ...module.body, versions } });
};

const publishRepository = async (ctx: LookupContext<Transaction>, organization: string): Promise<RouteResponse> => {
  requireOrganizationRight(ctx, organization, 'manage-modules');
  const { attributes } = parseDocument(ctx, 'registry-modules');
  throwIfInvalid(validateTypes(attributes, publishTypes, false));
  const source = parseModuleSource(attributes);
  if (source.oauthTokenId !== null && !(await findOauthConnection(ctx, organization, source.oauthTokenId)))
    throw unprocessable(
      `"${source.oauthTokenId}" is no connection of the organization "${organization}"`,
      `${repositoryPointer}/oauth-token-id`,
    );
  const testConfig = parseTestConfig(ctx, attributes['test-config']);
  const initialVersion = parseInitialVersion(attributes);
  const webhook = ctx.newId('uuid');
  const inserted = await insertRegistryModule(
    ctx,
    {
      organization,
      registryName: 'private',
      namespace: organization,
      ...parseModuleNames(source, attributes),
      source,
      webhook,
      ...(testConfig && source.branch !== null ? { testConfig } : {}),
    },
    `${repositoryPointer}/identifier`,
  );
  await linkWebhook(ctx.tx, inserted.id, webhook);
  const module = await withInitialVersion(ctx, await addRepositoryVersions(ctx, inserted, initialVersion), initialVersion);
  if (attributes['no-code'] === true) await offerModule(ctx, module);
  return createdDocument(await renderRegistryModule(ctx, module));
};

/** The organization of the connection, for a path without an organization. */
const findTokenOrganization = async (ctx: RequestContext): Promise<string> => {
  const { oauthTokenId } = parseModuleSource(parseDocument(ctx, 'registry-modules').attributes);
  const token = oauthTokenId === null ? undefined : await ctx.tx.get<StoredOauthToken>('oauth-tokens', oauthTokenId);
  const client = token && (await ctx.tx.get<StoredOauthClient>('oauth-clients', token.body.client));
  if (!client || !hasOrganizationRight(ctx, client.scope, 'manage-modules'))
    throw unprocessable(`"${oauthTokenId ?? ''}" is no connection of an organization of yours`, `${repositoryPointer}/oauth-token-id`);
  return client.scope;
};

/** Modules published from a repository. Its tags are versions where the service finds it; the code host is not contacted. */
export const routes = [
  route(
    'POST /organizations/{organization_name}/registry-modules/vcs',
    async (ctx) => publishRepository(ctx, (await requireOrganization(ctx)).body.name),
    { looksUp: true, description: publishModule },
  ),
  route('POST /registry-modules', async (ctx) => publishRepository(ctx, await findTokenOrganization(ctx)), {
    looksUp: true,
    description: publishModule,
    deprecated: 'POST /registry-modules is deprecated: Use POST /organizations/{organization_name}/registry-modules/vcs.',
  }),
];
