import { createAgentModules } from '../../ci/policies/opa/agent-bundle.ts';
import { compileBundle, type Policy } from '../../ci/policies/compile-bundle.ts';
import { PolicyError } from '@slipway/rego';
import { unprocessable } from '../../http/problem.ts';
import type { ReportSeedError } from '../entries.ts';
import { invokeCiRoute, type CiSeedContext, type CiSeed } from './seed-context.ts';

const policiesPath = '/owner/{ownerID}/context/{context}';

/** While a seed is applied, no Open Policy Agent is called: what it would refuse, the first decision reports. */
const parsePolicies = ({ settings }: CiSeedContext, files: { readonly [file: string]: string }): readonly Policy[] => {
  try {
    return settings.opa ? createAgentModules(files).policies : compileBundle(files).policies;
  } catch (error) {
    throw error instanceof PolicyError ? unprocessable(error.message) : error;
  }
};

/** Policies, and whether pipelines are judged by them. */
export const seedPolicies = async (
  context: CiSeedContext,
  { policies, enforce_policies: enabled }: CiSeed,
  report: ReportSeedError,
): Promise<void> => {
  const params = { ownerID: context.ciOrganization.id, context: 'config' };
  try {
    if (policies)
      await invokeCiRoute(context, `POST ${policiesPath}/policy-bundle`, params, { policies }, undefined, {
        dry: false,
        policies: parsePolicies(context, policies),
      });
  } catch (error) {
    report(['policies'], error);
  }
  if (enabled !== null && enabled !== undefined)
    await invokeCiRoute(context, `PATCH ${policiesPath}/decision/settings`, params, { enabled });
};
