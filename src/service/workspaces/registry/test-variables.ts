import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import { booleanValue, nullableString, stringValue } from '../../http/body-schemas.ts';
import { notFound, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import {
  type DocumentShape,
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  listParameters,
} from '../../json-api/describe-document.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import type { Transaction } from '../../store/store.ts';
import {
  createVariable,
  listVariables,
  renderVariable,
  requireVariable,
  updateVariable,
  validateVariable,
} from '../variables/variables.ts';
import { requireRegistryModule } from './registry-modules.ts';

const requireOwner = async (ctx: RequestContext, managing: boolean) => {
  const { id, scope } = await requireRegistryModule(ctx, managing);
  const { registry_name: registry, namespace, name, provider } = ctx.params;
  const path = `/api/v2/organizations/${scope}/tests/registry-modules/${registry}/${namespace}/${name}/${provider}/vars`;
  return { kind: 'module', id, organization: scope, path } as const;
};

const createTestVariable = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const owner = await requireOwner(ctx, true);
  const { attributes } = parseDocument(ctx, 'vars');
  throwIfInvalid(validateVariable(attributes, true));
  return createdDocument(renderVariable(owner, await createVariable(ctx.tx, ctx, owner, attributes)));
};

const updateTestVariable = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const owner = await requireOwner(ctx, true);
  const { attributes } = parseDocument(ctx, 'vars');
  throwIfInvalid(validateVariable(attributes, false));
  const record = await requireVariable(ctx.tx, owner.id, ctx.params['variable_id']!);
  return okDocument(renderVariable(owner, await updateVariable(ctx.tx, ctx, record, attributes)));
};

const writable = {
  key: stringValue,
  value: nullableString,
  description: nullableString,
  category: stringValue,
  hcl: booleanValue,
  sensitive: booleanValue,
};
const shape: DocumentShape = {
  type: 'vars',
  attributes: { ...writable, 'version-id': stringValue, 'created-at': stringValue, 'updated-at': stringValue },
  required: ['key', 'value', 'category', 'sensitive'],
  relationships: { organization: { to: 'organizations' } },
};
const one = describeResponseDocument(shape);
const testsPath = '/organizations/{organization_name}/tests/registry-modules/{registry_name}/{namespace}/{name}/{provider}';
const [collection, item] = [`${testsPath}/vars`, `${testsPath}/vars/{variable_id}`];

/** The variables with which the tests of a module run. The service runs no tests: there is no test run to read. */
export const routes = [
  route(
    `GET ${collection}`,
    async (ctx) => {
      const owner = await requireOwner(ctx, false);
      const page = parsePage(ctx);
      const all = await listVariables(ctx.tx, owner.id);
      const shown = all.slice(page.offset, page.offset + page.size);
      return renderResourcePage(
        ctx,
        page,
        all.length,
        shown.map((record) => renderVariable(owner, record)),
      );
    },
    {
      description: {
        summary: 'Lists the test variables of a module.',
        query: listParameters,
        responses: { 200: describeResponseList(shape) },
      },
    },
  ),
  route(`POST ${collection}`, createTestVariable, {
    description: {
      summary: 'Creates a test variable of a module.',
      request: describeRequestDocument({ type: 'vars', attributes: writable, required: ['key', 'category'] }),
      responses: { 201: one },
    },
  }),
  route(
    `GET ${item}`,
    async (ctx) => {
      const owner = await requireOwner(ctx, false);
      return okDocument(renderVariable(owner, await requireVariable(ctx.tx, owner.id, ctx.params['variable_id']!)));
    },
    { description: { summary: 'Reads a test variable.', responses: { 200: one } } },
  ),
  route(`PATCH ${item}`, updateTestVariable, {
    description: {
      summary: 'Updates a test variable.',
      request: describeRequestDocument({ type: 'vars', attributes: writable }),
      responses: { 200: one },
    },
  }),
  route(
    `DELETE ${item}`,
    async (ctx) => {
      const owner = await requireOwner(ctx, true);
      const { id } = await requireVariable(ctx.tx, owner.id, ctx.params['variable_id']!);
      await ctx.tx.delete('vars', id);
      return noContent;
    },
    { description: { summary: 'Deletes a test variable.', responses: { 204: null } } },
  ),
  route(
    `GET ${testsPath}/test-runs/{test_run_id}/cleanups/{id}`,
    async (ctx) => {
      const { id, ...params } = ctx.params;
      await requireRegistryModule({ ...ctx, params }, false);
      throw notFound(`the cleanup ${id}`);
    },
    {
      description: {
        summary: 'Reads a cleanup of a test run. The service runs no tests of modules, so there is none.',
        responses: {},
      },
    },
  ),
];
