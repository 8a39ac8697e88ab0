import { route } from '../../route.ts';
import { aBoolean, bodyOf, must } from '../read.ts';
import { ok } from '../replies.ts';
import { ownerHere, policyPath, policySetOf, writePolicySet } from './here.ts';
import { adminsOnly } from './rights.ts';

const path = `${policyPath}/decision/settings`;

export const routes = [
  route(`GET ${path}`, async (asking) => ok({ enabled: (await policySetOf(asking.tx, (await ownerHere(asking)).id))?.body.enabled ?? false })),
  route(`PATCH ${path}`, async (asking) => {
    const owner = await ownerHere(asking);
    adminsOnly(asking, owner);
    const enabled = bodyOf(asking, { enabled: must(aBoolean) })['enabled'] as boolean;
    return ok({ enabled: (await writePolicySet(asking, owner.id, { enabled }, await policySetOf(asking.tx, owner.id))).body.enabled });
  }),
];
