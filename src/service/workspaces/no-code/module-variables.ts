import type { Doc } from '../../json-api/document.ts';
import { all } from '../../json-api/reply.ts';
import { notFound } from '../../problem.ts';
import { route } from '../../route.ts';
import type { ModuleVariable, RegistryModule } from '../registry/stored.ts';
import { offerHere } from './access.ts';
import type { VariableOption } from './stored.ts';

const render = (module: string, version: string, options: readonly VariableOption[]) => (variable: ModuleVariable): Doc => ({
  id: `modvar-${module.slice('mod-'.length)}-${version}-${variable.name}`, type: 'registry-module-variables',
  attributes: {
    name: variable.name, type: variable.type, description: variable.description ?? '', required: variable.required, sensitive: variable.sensitive ?? false,
    // The hosted service tells options as text.
    options: (options.find(({ name }) => name === variable.name)?.options ?? []).map((one) => (typeof one === 'string' ? one : JSON.stringify(one))), 'has-global': false,
  },
});

/** What a workspace of a no-code module is asked for: beyond the specification, for public clients. */
export const routes = [
  route('GET /no-code-modules/{id}/versions/{version}/module-variables', async (asking) => {
    const { body: { module, options } } = await offerHere(asking, false);
    const wanted = asking.params['version']!;
    const found = (await asking.tx.get<RegistryModule>('registry-modules', module))?.body.versions.find(({ version }) => version === wanted);
    if (!found) throw notFound(`the version ${wanted} of the module`);
    return all(found.variables.map(render(module, wanted, options)));
  }),
];
