import { hasOrganizationRight } from '../../access/permissions.ts';
import type { DocumentLoaders, RequestContext } from '../../http/route.ts';
import { renderToMany, renderToOne, type ResourceObject } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderWebhookAddress } from '../ingress/webhook-addresses.ts';
import { loadClients } from '../oauth-clients/load-clients.ts';
import { findRepositoryPage } from '../oauth-clients/repository-pages.ts';
import type { StoredOauthClient } from '../oauth-clients/stored.ts';
import { relateRegistryBindings } from '../tags/render-bindings.ts';
import { buildModuleKey, type ModuleSource, type ModuleTestConfig, type StoredRegistryModule } from './stored.ts';

type ModuleRecord = StoredRecord<StoredRegistryModule>;

/** A repository, in the specification's words. */
const renderSource = (source: ModuleSource, client: StoredOauthClient | undefined, webhookUrl: string | null) => ({
  identifier: source.identifier,
  'display-identifier': source.displayIdentifier,
  'oauth-token-id': source.oauthTokenId,
  'codehost-app-installation-id': source.installationId,
  branch: source.branch ?? '',
  tags: source.branch === null,
  'tag-prefix': source.tagPrefix ?? null,
  'source-directory': source.directory ?? null,
  'ingress-submodules': source.submodules ?? false,
  'repository-http-url': findRepositoryPage(client, source.identifier),
  'service-provider': client?.serviceProvider ?? (source.installationId === null ? null : 'codehost_app'),
  'webhook-url': webhookUrl,
});

const renderTestConfig = ({ id, enabled, executionMode, agentPool }: ModuleTestConfig) => ({
  id,
  'tests-enabled': enabled,
  'agent-execution-mode': executionMode,
  'agent-pool-id': agentPool,
  'agent-pool-name': null,
});

/** How the tests of a module run that says nothing of them. */
export const testsOff = (module: string): ModuleTestConfig => ({
  id: module.replace(/^mod-/, 'tc-'),
  enabled: false,
  executionMode: 'remote',
  agentPool: null,
});

const publishingMechanism = (source: ModuleSource | undefined): string =>
  source === undefined ? 'non_vcs' : source.branch === null ? 'git_tag' : 'branch';

interface ModuleContext {
  readonly offers: readonly string[];
  readonly isManaging: boolean;
  readonly client: StoredOauthClient | undefined;
  readonly webhookUrl: string | null;
}

const renderModule = ({ id, body }: ModuleRecord, { offers, isManaging, client, webhookUrl }: ModuleContext): ResourceObject => ({
  id,
  type: 'registry-modules',
  attributes: {
    name: body.name,
    namespace: body.namespace,
    provider: body.provider,
    'registry-name': body.registryName,
    'organization-name': body.organization,
    status: body.versions.some(({ status }) => status === 'ok') ? 'setup_complete' : 'pending',
    'version-statuses': body.versions.map(({ version, status }) => ({ version, status })),
    'no-code': offers.length > 0,
    'publishing-mechanism': publishingMechanism(body.source),
    'test-config': body.source && body.source.branch !== null ? renderTestConfig(body.testConfig ?? testsOff(id)) : null,
    permissions: { 'can-delete': isManaging, 'can-resync': isManaging, 'can-retry': isManaging },
    'created-at': body.createdAt,
    'updated-at': body.updatedAt,
    ...(body.source ? { 'vcs-repo': renderSource(body.source, client, webhookUrl) } : {}),
  },
  relationships: {
    organization: renderToOne('organizations', body.organization),
    'no-code-modules': renderToMany('no-code-modules', offers),
    'tag-bindings': relateRegistryBindings('registry-modules', { id, body }),
  },
  links: { self: `/api/v2/organizations/${body.organization}/registry-modules/${buildModuleKey(body)}` },
});

/** The documents of modules: one look-up for all. */
export const renderRegistryModules = async (ctx: RequestContext, records: readonly ModuleRecord[]): Promise<readonly ResourceObject[]> => {
  if (records.length === 0) return [];
  const scope = [...new Set(records.map((record) => record.scope))];
  const offers = (await ctx.tx.list({ kind: 'no-code-modules', scope, keys: records.map(({ id }) => id) })).records;
  const clients = await loadClients(
    ctx.tx,
    records.flatMap(({ body }) => body.source?.oauthTokenId ?? []),
  );
  return records.map((record) => {
    const isManaging = hasOrganizationRight(ctx, record.scope, 'manage-modules');
    return renderModule(record, {
      offers: offers.filter(({ key }) => key === record.id).map(({ id }) => id),
      isManaging,
      client: clients.get(record.body.source?.oauthTokenId ?? ''),
      webhookUrl: renderWebhookAddress(ctx, record.body.webhook, isManaging),
    });
  });
};

export const renderRegistryModule = async (ctx: RequestContext, record: ModuleRecord): Promise<ResourceObject> =>
  (await renderRegistryModules(ctx, [record]))[0]!;

/** Documents of modules for `include`. */
export const loadRegistryModules: DocumentLoaders[string] = async (ctx, ids) => {
  const own = new Set(ctx.caller.memberships.map(({ organization }) => organization));
  const records = await ctx.tx.getMany<StoredRegistryModule>('registry-modules', ids);
  return renderRegistryModules(
    ctx,
    records.filter(({ scope }) => own.has(scope)),
  );
};
