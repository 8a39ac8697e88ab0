import { route } from '../../http/route.ts';
import { booleanMember, parseCiBody, requiredMember } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import { requirePolicyOwner, policyPath, findPolicySet, savePolicySet } from './policy-sets.ts';
import { requirePolicyAdmin } from './policy-rights.ts';

const path = `${policyPath}/decision/settings`;

export const routes = [
  route(`GET ${path}`, async (asking) =>
    ciOk({ enabled: (await findPolicySet(asking.tx, (await requirePolicyOwner(asking)).id))?.body.enabled ?? false }),
  ),
  route(`PATCH ${path}`, async (asking) => {
    const owner = await requirePolicyOwner(asking);
    requirePolicyAdmin(asking, owner);
    const enabled = parseCiBody(asking, { enabled: requiredMember(booleanMember) })['enabled'] as boolean;
    return ciOk({ enabled: (await savePolicySet(asking, owner.id, { enabled }, await findPolicySet(asking.tx, owner.id))).body.enabled });
  }),
];
