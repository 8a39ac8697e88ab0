import { sent } from '../../json-api/read.ts';
import { all, noContent, ok } from '../../json-api/reply.ts';
import { refuse } from '../../problem.ts';
import { route } from '../../route.ts';
import { addVariable, changeVariable, renderVariable, variableFaults, variableOf, variablesOf } from '../variables.ts';
import { varsetHere } from './access.ts';
import { touched } from './attachment.ts';
import { claim, release } from './global-claims.ts';

const one = '/varsets/{varset_id}/relationships/vars/{var_id}';

export const routes = [
  route('GET /varsets/{varset_id}/relationships/vars', async (asking) => {
    const set = await varsetHere(asking, 'read-variable');
    return all((await variablesOf(asking.tx, set.id)).map((variable) => renderVariable({ kind: 'varset', id: set.id }, variable)));
  }),
  route(`GET ${one}`, async (asking) => {
    const set = await varsetHere(asking, 'read-variable');
    return ok(renderVariable({ kind: 'varset', id: set.id }, await variableOf(asking.tx, set.id, asking.params['var_id']!)));
  }),
  route('POST /varsets/{varset_id}/relationships/vars', async (asking) => {
    const set = await varsetHere(asking, 'manage');
    const { attributes } = sent(asking, 'vars');
    refuse(variableFaults(attributes, true));
    const variable = await addVariable(asking.tx, asking, { kind: 'varset', id: set.id }, attributes);
    if (set.body.global) await claim(asking.tx, set, [variable]);
    await touched(asking, set);
    const reply = ok(renderVariable({ kind: 'varset', id: set.id }, variable));
    return asking.profile === 'hosted' ? { ...reply, status: 201 } : reply;
  }),
  route(`PATCH ${one}`, async (asking) => {
    const set = await varsetHere(asking, 'manage');
    const old = await variableOf(asking.tx, set.id, asking.params['var_id']!);
    const { attributes } = sent(asking, 'vars');
    refuse(variableFaults(attributes, false));
    const variable = await changeVariable(asking.tx, asking, old, attributes);
    if (set.body.global && variable.key !== old.key) {
      await release(asking.tx, [old]);
      await claim(asking.tx, set, [variable]);
    }
    await touched(asking, set);
    return ok(renderVariable({ kind: 'varset', id: set.id }, variable));
  }),
  route(`DELETE ${one}`, async (asking) => {
    const set = await varsetHere(asking, 'manage');
    const variable = await variableOf(asking.tx, set.id, asking.params['var_id']!);
    if (set.body.global) await release(asking.tx, [variable]);
    await asking.tx.delete('vars', variable.id);
    await touched(asking, set);
    return noContent;
  }),
];
