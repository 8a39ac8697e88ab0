import { booleanValue, stringValue } from '../../http/body-schemas.ts';
import { throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { textParameter } from '../../http/operation-description.ts';
import { type RequestContext, type RouteResponse, route, type LookupContext } from '../../http/route.ts';
import { describeRequestDocument, describeResponseDocument } from '../../json-api/describe-document.ts';
import { isObject, type JsonObject, parseDocument } from '../../json-api/parse-document.ts';
import { okDocument, okDocuments } from '../../json-api/responses.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { requireOrganization } from '../../access/permissions.ts';
import { offerModule, withdrawModule } from '../no-code/offer-module.ts';
import { findOauthConnection } from '../workspaces/vcs-repo.ts';
import { moduleResponse, testConfigSchema } from './descriptions.ts';
import { parseModuleSource, repositoryPointer, sourceSchema } from './parse-source.ts';
import { linkWebhook } from '../ingress/webhook-addresses.ts';
import { addRepositoryVersions } from './follow-repository.ts';
import { bindingAttributes, bindingsDescription } from '../tags/descriptions.ts';
import { parseBindingRelationship } from '../tags/parse-tag-bindings.ts';
import { renderRegistryBindings } from '../tags/render-bindings.ts';
import { requireRegistryModule } from './registry-modules.ts';
import { renderRegistryModule, testsOff } from './render-module.ts';
import type { ModuleSource, ModuleTestConfig, StoredRegistryModule } from './stored.ts';

const testPointer = '/data/attributes/test-config';

/** Parses the test configuration. Throws 422. */
export const parseTestConfig = (ctx: RequestContext, sent: unknown, before?: ModuleTestConfig): ModuleTestConfig | undefined => {
  if (sent === undefined) return before;
  if (sent === null) return undefined;
  if (!isObject(sent)) throw unprocessable('expected an object, or null for no tests', testPointer);
  throwIfInvalid(
    validateTypes(sent, { 'tests-enabled': 'flag', 'agent-execution-mode': 'text', 'agent-pool-id': 'text?' }, false, testPointer),
  );
  const mode = sent['agent-execution-mode'] ?? before?.executionMode ?? 'remote';
  if (mode !== 'remote' && mode !== 'agent') throw unprocessable('expected remote or agent', `${testPointer}/agent-execution-mode`);
  // A change from the mode agent to another one removes the pool as well.
  const kept = mode === 'agent' ? (before?.agentPool ?? null) : null;
  const pool = sent['agent-pool-id'] === undefined ? kept : (sent['agent-pool-id'] as string | null);
  return {
    id: before?.id ?? ctx.newId('tc'),
    enabled: (sent['tests-enabled'] as boolean | undefined) ?? before?.enabled ?? false,
    executionMode: mode,
    agentPool: pool,
  };
};

const parseChangedSource = async (
  ctx: RequestContext,
  { scope, body }: StoredRecord<StoredRegistryModule>,
  attributes: JsonObject,
): Promise<ModuleSource | undefined> => {
  if (attributes['vcs-repo'] === undefined) return body.source;
  if (body.source === undefined)
    throw unprocessable('this module is not published from a repository; publish another module from it', repositoryPointer);
  const source = parseModuleSource(attributes, body.source);
  if (source.oauthTokenId !== null && !(await findOauthConnection(ctx, scope, source.oauthTokenId)))
    throw unprocessable(`"${source.oauthTokenId}" is no connection of the organization "${scope}"`, `${repositoryPointer}/oauth-token-id`);
  return source;
};

const updateModule = async (ctx: LookupContext<Transaction>): Promise<RouteResponse> => {
  const module = await requireRegistryModule(ctx, true);
  const { attributes, relationships } = parseDocument(ctx, 'registry-modules');
  throwIfInvalid(validateTypes(attributes, { 'no-code': 'flag' }, false));
  const source = await parseChangedSource(ctx, module, attributes);
  const sentConfig = parseTestConfig(ctx, attributes['test-config'], module.body.testConfig ?? testsOff(module.id));
  const testConfig = source && source.branch !== null ? sentConfig : undefined;
  const tags = parseBindingRelationship(ctx, relationships, module.body.tags);
  const { testConfig: _before, ...rest } = module.body;
  const webhook = source ? (module.body.webhook ?? ctx.newId('uuid')) : undefined;
  if (webhook !== undefined) await linkWebhook(ctx.tx, module.id, webhook);
  const updated = await ctx.tx.update<StoredRegistryModule>(module, {
    body: {
      ...rest,
      ...(source ? { source, webhook: webhook! } : {}),
      ...(testConfig ? { testConfig } : {}),
      ...(tags ? { tags } : {}),
      updatedAt: ctx.clock.now().toISOString(),
    },
  });
  const next = attributes['vcs-repo'] === undefined ? updated : await addRepositoryVersions(ctx, updated);
  if (attributes['no-code'] === true) await offerModule(ctx, next);
  if (attributes['no-code'] === false) await withdrawModule(ctx, next);
  return okDocument(await renderRegistryModule(ctx, next));
};

/** Whether another module of the organization has the name and the provider already. */
const validateModuleName = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { name: organization } = (await requireOrganization(ctx)).body;
  const [name, provider] = [ctx.query.get('name') ?? '', ctx.query.get('provider') ?? ''];
  const isName = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text);
  const key = `private/${organization}/${name}/${provider}`;
  const valid = isName(name) && isName(provider) && (await ctx.tx.getByKey('registry-modules', organization, key)) === undefined;
  return okDocument({
    id: `${organization}/${name}/${provider}`,
    type: 'registry-module-address-validations',
    attributes: { 'module-name': name, 'provider-name': provider, valid },
  });
};

const modulePath = '/organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}';
export const routes = [
  route(`PATCH ${modulePath}`, updateModule, {
    looksUp: true,
    description: {
      summary: 'Updates a module: its repository, its tests, its key-value tags, and whether it is enabled for no-code provisioning.',
      request: describeRequestDocument({
        type: 'registry-modules',
        attributes: { 'no-code': booleanValue, 'vcs-repo': sourceSchema, 'test-config': testConfigSchema },
        relationships: { 'tag-bindings': { to: 'tag-bindings', many: true, attributes: bindingAttributes } },
      }),
      responses: { 200: moduleResponse },
    },
  }),
  route(
    'GET /registry-modules/{id}/tag-bindings',
    async (ctx) => okDocuments(renderRegistryBindings('registry-modules', await requireRegistryModule(ctx))),
    { description: bindingsDescription },
  ),
  route('GET /organizations/{organization_name}/registry-modules/validation', validateModuleName, {
    description: {
      summary: 'Checks whether a name and provider of a module are available.',
      query: { name: textParameter('The name of a module.'), provider: textParameter('Its provider.') },
      responses: {
        200: describeResponseDocument({
          type: 'registry-module-address-validations',
          attributes: { 'module-name': stringValue, 'provider-name': stringValue, valid: booleanValue },
          required: ['module-name', 'provider-name', 'valid'],
        }),
      },
    },
  }),
];
