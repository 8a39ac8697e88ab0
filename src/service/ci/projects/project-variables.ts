import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { parseCiBody, requiredMember } from '../requests/read-request.ts';
import { ciCreated, ciOk, acknowledged } from '../responses.ts';
import { maskValue, seal } from '../store-secret.ts';
import type { ProjectVariable } from './project-records.ts';
import { secretValueMember, variableNameMember } from '../requests/text-members.ts';
import { memberName } from '../hosted-dialect.ts';
import { requireCiProject } from './require-project.ts';

const renderProjectVariable =
  (asking: RequestContext) =>
  ({ key, body }: StoredRecord<ProjectVariable>) => ({
    name: key,
    value: body.mask,
    [memberName('created-at', asking.dialect)]: body.createdAt,
  });

const requireProjectVariable = async (asking: RequestContext): Promise<StoredRecord<ProjectVariable>> => {
  const { project } = await requireCiProject(asking);
  const name = asking.params['name']!;
  const variable = await asking.tx.getByKey<ProjectVariable>('ci-project-variables', project.id, name);
  if (!variable) throw notFound(`the variable "${name}"`);
  return variable;
};

export const routes = [
  route('GET /project/{project-slug}/envvar', async (asking) => {
    const { project } = await requireCiProject(asking);
    return renderCiRecords<ProjectVariable>(asking, { kind: 'ci-project-variables', scope: project.id }, (records) =>
      records.map(renderProjectVariable(asking)),
    );
  }),
  /** Creates, or replaces one of the same name. */
  route('POST /project/{project-slug}/envvar', async (asking) => {
    const {
      project: { id: scope },
    } = await requireCiProject(asking);
    const { name, value } = parseCiBody(asking, {
      name: requiredMember(variableNameMember),
      value: { ...requiredMember(secretValueMember), hidden: true },
    }) as { readonly name: string; readonly value: string };
    const there = await asking.tx.getByKey<ProjectVariable>('ci-project-variables', scope, name);
    const body = {
      sealed: await seal(asking.tx, value),
      mask: maskValue(value),
      createdAt: there?.body.createdAt ?? asking.clock.now().toISOString(),
    };
    return ciCreated(
      renderProjectVariable(asking)(
        there
          ? await asking.tx.update<ProjectVariable>(there, { body })
          : await asking.tx.insert<ProjectVariable>({
              id: asking.newId('uuid'),
              kind: 'ci-project-variables',
              scope,
              key: name,
              name,
              body,
            }),
      ),
    );
  }),
  route('GET /project/{project-slug}/envvar/{name}', async (asking) =>
    ciOk(renderProjectVariable(asking)(await requireProjectVariable(asking))),
  ),
  route('DELETE /project/{project-slug}/envvar/{name}', async (asking) => {
    await asking.tx.delete('ci-project-variables', (await requireProjectVariable(asking)).id);
    return acknowledged('Environment variable deleted.');
  }),
];
