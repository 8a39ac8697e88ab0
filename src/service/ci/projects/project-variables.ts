import { notFound } from '../../problem.ts';
import { type RequestContext, route } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { paged } from '../page.ts';
import { bodyOf, must } from '../read.ts';
import { made, ok, said } from '../replies.ts';
import { masked, seal } from '../secret.ts';
import type { ProjectVariable } from '../stored.ts';
import { aValue, aVariableName } from '../texts.ts';
import { memberWord } from '../words.ts';
import { projectHere } from './here.ts';

const render = (asking: RequestContext) => ({ key, body }: StoredRecord<ProjectVariable>) => ({ name: key, value: body.mask, [memberWord('created-at', asking.dialect)]: body.createdAt });

const variableHere = async (asking: RequestContext): Promise<StoredRecord<ProjectVariable>> => {
  const { project } = await projectHere(asking);
  const name = asking.params['name']!;
  const variable = await asking.tx.getByKey<ProjectVariable>('ci-project-variables', project.id, name);
  if (!variable) throw notFound(`the variable "${name}"`);
  return variable;
};

export const routes = [
  route('GET /project/{project-slug}/envvar', async (asking) => {
    const { project } = await projectHere(asking);
    return paged<ProjectVariable>(asking, { kind: 'ci-project-variables', scope: project.id }, (records) => records.map(render(asking)));
  }),
  /** Creates, or replaces one of the same name. */
  route('POST /project/{project-slug}/envvar', async (asking) => {
    const { project: { id: scope } } = await projectHere(asking);
    const { name, value } = bodyOf(asking, { name: must(aVariableName), value: { ...must(aValue), hidden: true } }) as { readonly name: string; readonly value: string };
    const there = await asking.tx.getByKey<ProjectVariable>('ci-project-variables', scope, name);
    const body = { sealed: await seal(asking.tx, value), mask: masked(value), createdAt: there?.body.createdAt ?? asking.clock.now().toISOString() };
    return made(render(asking)(there
      ? await asking.tx.update<ProjectVariable>(there, { body })
      : await asking.tx.insert<ProjectVariable>({ id: asking.newId('uuid'), kind: 'ci-project-variables', scope, key: name, name, body })));
  }),
  route('GET /project/{project-slug}/envvar/{name}', async (asking) => ok(render(asking)(await variableHere(asking)))),
  route('DELETE /project/{project-slug}/envvar/{name}', async (asking) => {
    await asking.tx.delete('ci-project-variables', (await variableHere(asking)).id);
    return said('Environment variable deleted.');
  }),
];
