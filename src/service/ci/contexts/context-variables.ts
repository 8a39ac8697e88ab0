import { notFound } from '../../problem.ts';
import { type RequestContext, route } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { paged } from '../page.ts';
import { bodyOf, got, invalid, must } from '../read.ts';
import { ok, said } from '../replies.ts';
import { masked, seal } from '../secret.ts';
import type { ContextVariable } from '../stored.ts';
import { aValue, aVariableName } from '../texts.ts';
import { contextHere } from './here.ts';

/** The value never leaves; the hosted service shows how it ends. */
const render = (asking: RequestContext) => ({ scope, key, body }: StoredRecord<ContextVariable>) => ({
  variable: key, context_id: scope, created_at: body.createdAt, updated_at: body.updatedAt,
  ...(asking.dialect === 'hosted' ? { truncated_value: body.mask } : {}),
});

const one = 'context/{context-id}/environment-variable/{env-var-name}';

export const routes = [
  route('GET /context/{context-id}/environment-variable', async (asking) => {
    const { id } = await contextHere(asking);
    return paged<ContextVariable>(asking, { kind: 'ci-context-variables', scope: id }, (records) => records.map(render(asking)));
  }),
  /** Creates and replaces; both are 200. */
  route(`PUT /${one}`, async (asking) => {
    const { id: scope } = await contextHere(asking);
    const name = asking.params['env-var-name']!;
    if (!aVariableName.accepts(name)) throw invalid({ detail: `expected ${aVariableName.description}, ${got(name)}`, parameter: 'env-var-name' });
    const value = bodyOf(asking, { value: { ...must(aValue), hidden: true } })['value'] as string;
    const now = asking.clock.now().toISOString();
    const hidden = { sealed: await seal(asking.tx, value), mask: masked(value), updatedAt: now };
    const there = await asking.tx.getByKey<ContextVariable>('ci-context-variables', scope, name);
    return ok(render(asking)(there
      ? await asking.tx.update<ContextVariable>(there, { body: { ...there.body, ...hidden } })
      : await asking.tx.insert<ContextVariable>({ id: asking.newId('uuid'), kind: 'ci-context-variables', scope, key: name, name, body: { ...hidden, createdAt: now } })));
  }),
  route(`DELETE /${one}`, async (asking) => {
    const { id } = await contextHere(asking);
    const name = asking.params['env-var-name']!;
    const variable = await asking.tx.getByKey('ci-context-variables', id, name);
    if (!variable) throw notFound(`the variable "${name}"`);
    await asking.tx.delete('ci-context-variables', variable.id);
    return said('Environment variable deleted.');
  }),
];
