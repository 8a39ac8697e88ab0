import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { parseCiBody, requiredMember } from '../requests/read-request.ts';
import { ciCreated, ciOk, acknowledged } from '../responses.ts';
import { maskValue } from '../mask-value.ts';
import type { ProjectVariable } from './project-records.ts';
import { secretValueMember, variableNameMember } from '../requests/text-members.ts';
import { bothSpellings } from '../hosted-dialect.ts';
import type { CiRight } from '../roles/right-holders.ts';
import { requireCiProject } from './require-project.ts';

const renderProjectVariable =
  (ctx: RequestContext) =>
  ({ key, body }: StoredRecord<ProjectVariable>) =>
    bothSpellings({ name: key, value: maskValue(body.secret), 'created-at': body.createdAt }, ctx.dialect);

export const newProjectVariableMembers = {
  name: requiredMember(variableNameMember),
  value: { ...requiredMember(secretValueMember), hidden: true },
} as const;

const requireProjectVariable = async (ctx: RequestContext, right?: CiRight): Promise<StoredRecord<ProjectVariable>> => {
  const { project } = await requireCiProject(ctx, right);
  const name = ctx.params['name']!;
  const variable = await ctx.tx.getByKey<ProjectVariable>('ci-project-variables', project.id, name);
  if (!variable) throw notFound(`the variable "${name}"`);
  return variable;
};

export const routes = [
  route('GET /project/{project-slug}/envvar', async (ctx) => {
    const { project } = await requireCiProject(ctx);
    return renderCiRecords<ProjectVariable>(ctx, { kind: 'ci-project-variables', scope: project.id }, (records) =>
      records.map(renderProjectVariable(ctx)),
    );
  }),
  /** Creates a variable or replaces the one with this name. */
  route('POST /project/{project-slug}/envvar', async (ctx) => {
    const {
      project: { id: scope },
    } = await requireCiProject(ctx, 'manage-project');
    const { name, value } = parseCiBody(ctx, newProjectVariableMembers) as { readonly name: string; readonly value: string };
    const existing = await ctx.tx.getByKey<ProjectVariable>('ci-project-variables', scope, name);
    const body = {
      secret: value,
      mask: maskValue(value),
      createdAt: existing?.body.createdAt ?? ctx.clock.now().toISOString(),
    };
    return ciCreated(
      renderProjectVariable(ctx)(
        existing
          ? await ctx.tx.update<ProjectVariable>(existing, { body })
          : await ctx.tx.insert<ProjectVariable>({
              id: ctx.newId('uuid'),
              kind: 'ci-project-variables',
              scope,
              key: name,
              name,
              body,
            }),
      ),
    );
  }),
  route('GET /project/{project-slug}/envvar/{name}', async (ctx) => ciOk(renderProjectVariable(ctx)(await requireProjectVariable(ctx)))),
  route('DELETE /project/{project-slug}/envvar/{name}', async (ctx) => {
    await ctx.tx.delete('ci-project-variables', (await requireProjectVariable(ctx, 'manage-project')).id);
    return acknowledged('Environment variable deleted.');
  }),
];
