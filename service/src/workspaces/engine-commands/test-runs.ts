import { notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { listResources } from '../../json-api/page.ts';
import { isObject, type JsonObject, parseDocument, parseToOne } from '../../json-api/parse-document.ts';
import { createdDocument, okDocument } from '../../json-api/responses.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { insertConfiguration } from '../configuration-versions/insert-configuration.ts';
import { renderNewConfigurationVersion } from '../configuration-versions/render-configuration-versions.ts';
import type { StoredConfigurationVersion } from '../configuration-versions/stored.ts';
import { newAddressSecret } from '../new-address-secret.ts';
import { requireRegistryModule } from '../registry/registry-modules.ts';
import type { StoredRegistryModule } from '../registry/stored.ts';
import { parseRunOptions } from '../runs/parse-new-run.ts';
import { markSecretKeys } from '../runs/secret-run-variables.ts';
import { listVariables } from '../variables/variables.ts';
import { toAuthor } from '../runs/run-context.ts';
import { createLogRoute } from './command-log.ts';
import { cancelCommand, forceCancelCommand } from './end-command.ts';
import {
  createTestConfigurationDescription,
  createTestRunDescription,
  describeCommandAction,
  listTestRunsDescription,
  showTestRunDescription,
} from './describe-commands.ts';
import { parseTestCommand } from './parse-test-run.ts';
import { renderTestRun } from './render-test-run.ts';
import { startCommand } from './start-command.ts';
import type { StoredEngineCommand } from './stored.ts';

type TestRunRecord = StoredRecord<StoredEngineCommand>;
type ModuleRecord = StoredRecord<StoredRegistryModule>;

/** The configuration version that the request names. Throws 422 unless it is of the module, and has its content. */
const parseTestConfiguration = async (
  ctx: RequestContext,
  module: ModuleRecord,
  relationships: JsonObject,
): Promise<StoredRecord<StoredConfigurationVersion>> => {
  const reference = parseToOne(ctx, relationships, 'configuration-version', 'configuration-versions');
  const pointer = '/data/relationships/configuration-version/data';
  if (!reference) throw unprocessable('a test run needs a configuration version', pointer);
  const found = await ctx.tx.get<StoredConfigurationVersion>('configuration-versions', reference.id);
  if (found?.scope !== module.id)
    throw unprocessable(`there is no configuration version ${reference.id} for tests of this module`, `${pointer}/id`);
  if (found.body.status !== 'uploaded')
    throw unprocessable(`the configuration version ${found.id} is ${found.body.status}: upload its content first`, `${pointer}/id`);
  return found;
};

const createTestRun = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const module = await requireRegistryModule(ctx, true);
  const { attributes, relationships } = parseDocument(ctx, 'test-runs');
  const command = parseTestCommand(attributes);
  const configuration = await parseTestConfiguration(ctx, module, relationships);
  const options = markSecretKeys(
    parseRunOptions({ variables: attributes['variables'] }),
    (await listVariables(ctx.tx, module.id)).map(({ body }) => body),
  );
  const run = await startCommand(ctx, module.id, {
    command,
    organization: module.scope,
    configurationVersion: configuration.id,
    ...(options ? { options } : {}),
    source: 'tfe-api',
  });
  return createdDocument(renderTestRun(ctx, run));
};

const createTestConfiguration = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const module = await requireRegistryModule(ctx, true);
  if (ctx.body !== undefined && !isObject(ctx.body)) throw unprocessable('expected {"data": …} or no body', '');
  const version = await insertConfiguration(ctx, module.id, {
    status: 'pending',
    source: 'tfe-api',
    createdBy: toAuthor(ctx),
    reached: {},
    secret: newAddressSecret(ctx),
  });
  return createdDocument(renderNewConfigurationVersion(ctx, version));
};

/** The test run of the path. Throws 404. */
const requireTestRun = async (ctx: RequestContext, managing: boolean): Promise<TestRunRecord> => {
  const { test_run_id: id, ...params } = ctx.params;
  const module = await requireRegistryModule({ ...ctx, params }, managing);
  const run = await ctx.tx.get<StoredEngineCommand>('engine-commands', id!);
  if (run?.scope !== module.id) throw notFound(`the test run ${id}`);
  return run;
};

const listTestRuns = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { id: scope } = await requireRegistryModule(ctx);
  return listResources<StoredEngineCommand>(
    ctx,
    { kind: 'engine-commands', scope },
    async (records) => records.map((record) => renderTestRun(ctx, record)),
    { order: { by: 'seq', descending: true } },
  );
};

const createAction =
  (act: typeof cancelCommand) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    await act(ctx, await requireTestRun(ctx, true), 'test run');
    return { status: 202 };
  };

const path = '/organizations/{organization_name}/tests/registry-modules/{registry_name}/{namespace}/{name}/{provider}/test-runs';
const item = `${path}/{test_run_id}`;
export const routes = [
  route(`POST ${path}/configuration-versions`, createTestConfiguration, {
    plainJson: true,
    description: createTestConfigurationDescription,
  }),
  route(`POST ${path}`, createTestRun, { description: createTestRunDescription }),
  route(`GET ${path}`, listTestRuns, { description: listTestRunsDescription }),
  route(`GET ${item}`, async (ctx) => okDocument(renderTestRun(ctx, await requireTestRun(ctx, false))), {
    description: showTestRunDescription,
  }),
  route(`POST ${item}/cancel`, createAction(cancelCommand), describeCommandAction('Cancels a test run.')),
  route(
    `POST ${item}/force-cancel`,
    createAction(forceCancelCommand),
    describeCommandAction('Ends a test run that ignores its cancellation, a minute after that.'),
  ),
  createLogRoute('GET /test-runs/{test_run_id}/logs/{secret}', 'test_run_id', 'test', 'a test run'),
];
