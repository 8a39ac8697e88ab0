import { listModuleVariables } from './descriptions.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import { okDocuments } from '../../json-api/responses.ts';
import { notFound } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import type { ModuleVariable, StoredRegistryModule } from '../registry/stored.ts';
import { requireNoCodeModule } from './require-no-code-module.ts';
import type { StoredVariableOption } from './stored.ts';

const renderModuleVariable =
  (module: string, version: string, options: readonly StoredVariableOption[]) =>
  (variable: ModuleVariable): ResourceObject => ({
    id: `modvar-${module.slice('mod-'.length)}-${version}-${variable.name}`,
    type: 'registry-module-variables',
    attributes: {
      name: variable.name,
      type: variable.type,
      description: variable.description ?? '',
      required: variable.required,
      sensitive: variable.sensitive ?? false,
      // The hosted service renders options as text.
      options: (options.find(({ name }) => name === variable.name)?.options ?? []).map((one) =>
        typeof one === 'string' ? one : JSON.stringify(one),
      ),
      'has-global': false,
    },
  });

/** The inputs of a no-code module: beyond the specification, for public clients. */
export const routes = [
  route(
    'GET /no-code-modules/{id}/versions/{version}/module-variables',
    async (ctx) => {
      const {
        body: { module, options },
      } = await requireNoCodeModule(ctx, false);
      const wantedVersion = ctx.params['version']!;
      const found = (await ctx.tx.get<StoredRegistryModule>('registry-modules', module))?.body.versions.find(
        ({ version }) => version === wantedVersion,
      );
      if (!found) throw notFound(`the version ${wantedVersion} of the module`);
      return okDocuments(found.variables.map(renderModuleVariable(module, wantedVersion, options)));
    },
    { description: listModuleVariables },
  ),
];
