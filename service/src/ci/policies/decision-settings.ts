import { route } from '../../http/route.ts';
import { booleanMember, parseCiBody, requiredMember } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import { requirePolicyOwner, policyPath, findPolicySet, savePolicySet } from './policy-sets.ts';
import { requirePolicyAdmin } from './policy-rights.ts';

export const decisionSettingsMembers = { enabled: requiredMember(booleanMember) };

const path = `${policyPath}/decision/settings`;

export const routes = [
  route(`GET ${path}`, async (ctx) =>
    ciOk({ enabled: (await findPolicySet(ctx.tx, (await requirePolicyOwner(ctx)).id))?.body.enabled ?? false }),
  ),
  route(`PATCH ${path}`, async (ctx) => {
    const owner = await requirePolicyOwner(ctx);
    requirePolicyAdmin(ctx, owner);
    const enabled = parseCiBody(ctx, decisionSettingsMembers)['enabled'] as boolean;
    return ciOk({ enabled: (await savePolicySet(ctx, owner.id, { enabled }, await findPolicySet(ctx.tx, owner.id))).body.enabled });
  }),
];
