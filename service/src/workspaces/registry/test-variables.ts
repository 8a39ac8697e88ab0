import { stringValue } from '../../http/body-schemas.ts';
import { notFound } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import type { DocumentShape } from '../../json-api/describe-document.ts';
import { variableShape } from '../variables/descriptions.ts';
import { createVariableRoutes } from '../variables/variable-routes.ts';
import { requireRegistryModule } from './registry-modules.ts';

const shape: DocumentShape = {
  ...variableShape,
  attributes: { ...variableShape.attributes, 'updated-at': stringValue },
  relationships: { organization: { to: 'organizations' } },
};
const testsPath = '/organizations/{organization_name}/tests/registry-modules/{registry_name}/{namespace}/{name}/{provider}';

/** The variables with which the tests of a module run. The engine cleans up in the test run itself: there is no cleanup to read. */
export const routes = [
  ...createVariableRoutes({
    path: `${testsPath}/vars`,
    idParameter: 'variable_id',
    label: 'test variable of a module',
    shape,
    paged: true,
    requireOwner: async (ctx, access) => {
      const { id, scope } = await requireRegistryModule(ctx, access === 'write');
      const { registry_name: registry, namespace, name, provider } = ctx.params;
      const path = `/api/v2/organizations/${scope}/tests/registry-modules/${registry}/${namespace}/${name}/${provider}/vars`;
      return { kind: 'module', id, organization: scope, path } as const;
    },
  }),
  route(
    `GET ${testsPath}/test-runs/{test_run_id}/cleanups/{id}`,
    async (ctx) => {
      const { id, ...params } = ctx.params;
      await requireRegistryModule({ ...ctx, params }, false);
      throw notFound(`the cleanup ${id}`);
    },
    {
      description: {
        summary: 'Reads a cleanup of a test run. The engine cleans up in the test run itself, so there is none.',
        responses: {},
      },
    },
  ),
];
