import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { parseCiBody, describeValue, invalidRequest, requiredMember } from '../requests/read-request.ts';
import { ciOk, acknowledged } from '../responses.ts';
import { maskValue, seal } from '../store-secret.ts';
import type { ContextVariable } from './context-records.ts';
import { secretValueMember, variableNameMember } from '../requests/text-members.ts';
import { requireContext } from './require-context.ts';

/** The value never leaves; the hosted service shows how it ends. */
const renderContextVariable =
  (asking: RequestContext) =>
  ({ scope, key, body }: StoredRecord<ContextVariable>) => ({
    variable: key,
    context_id: scope,
    created_at: body.createdAt,
    updated_at: body.updatedAt,
    ...(asking.dialect === 'hosted' ? { truncated_value: body.mask } : {}),
  });

const variablePath = 'context/{context-id}/environment-variable/{env-var-name}';

export const routes = [
  route('GET /context/{context-id}/environment-variable', async (asking) => {
    const { id } = await requireContext(asking);
    return renderCiRecords<ContextVariable>(asking, { kind: 'ci-context-variables', scope: id }, (records) =>
      records.map(renderContextVariable(asking)),
    );
  }),
  /** Creates and replaces; both are 200. */
  route(`PUT /${variablePath}`, async (asking) => {
    const { id: scope } = await requireContext(asking);
    const name = asking.params['env-var-name']!;
    if (!variableNameMember.accepts(name))
      throw invalidRequest({ detail: `expected ${variableNameMember.description}, ${describeValue(name)}`, parameter: 'env-var-name' });
    const value = parseCiBody(asking, { value: { ...requiredMember(secretValueMember), hidden: true } })['value'] as string;
    const now = asking.clock.now().toISOString();
    const hidden = { sealed: await seal(asking.tx, value), mask: maskValue(value), updatedAt: now };
    const there = await asking.tx.getByKey<ContextVariable>('ci-context-variables', scope, name);
    return ciOk(
      renderContextVariable(asking)(
        there
          ? await asking.tx.update<ContextVariable>(there, { body: { ...there.body, ...hidden } })
          : await asking.tx.insert<ContextVariable>({
              id: asking.newId('uuid'),
              kind: 'ci-context-variables',
              scope,
              key: name,
              name,
              body: { ...hidden, createdAt: now },
            }),
      ),
    );
  }),
  route(`DELETE /${variablePath}`, async (asking) => {
    const { id } = await requireContext(asking);
    const name = asking.params['env-var-name']!;
    const variable = await asking.tx.getByKey('ci-context-variables', id, name);
    if (!variable) throw notFound(`the variable "${name}"`);
    await asking.tx.delete('ci-context-variables', variable.id);
    return acknowledged('Environment variable deleted.');
  }),
];
