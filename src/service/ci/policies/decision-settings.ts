import { route } from '../../route.ts';
import { booleanMember, parseCiBody, requiredMember } from '../read.ts';
import { ciOk } from '../replies.ts';
import { requirePolicyOwner, policyPath, findPolicySet, savePolicySet } from './here.ts';
import { requirePolicyAdmin } from './rights.ts';

const path = `${policyPath}/decision/settings`;

export const routes = [
  route(`GET ${path}`, async (asking) => ciOk({ enabled: (await findPolicySet(asking.tx, (await requirePolicyOwner(asking)).id))?.body.enabled ?? false })),
  route(`PATCH ${path}`, async (asking) => {
    const owner = await requirePolicyOwner(asking);
    requirePolicyAdmin(asking, owner);
    const enabled = parseCiBody(asking, { enabled: requiredMember(booleanMember) })['enabled'] as boolean;
    return ciOk({ enabled: (await savePolicySet(asking, owner.id, { enabled }, await findPolicySet(asking.tx, owner.id))).body.enabled });
  }),
];
