import { agentBundle } from '../../ci/policies/opa/bundle.ts';
import { compileBundle, type Policy, PolicyFault } from '../../ci/policies/rego/index.ts';
import { unprocessable } from '../../problem.ts';
import type { Tell } from '../entries.ts';
import { ask, type PlantingCi, type SeedCi } from './names.ts';

const path = '/owner/{ownerID}/context/{context}';

/** An Open Policy Agent is not asked while a seed is planted: what it would refuse is told by the first decision. */
const policiesIn = ({ settings }: PlantingCi, files: { readonly [file: string]: string }): readonly Policy[] => {
  try { return settings.opa ? agentBundle(files).policies : compileBundle(files).policies; } catch (error) {
    throw error instanceof PolicyFault ? unprocessable(error.message) : error;
  }
};

/** Policies, and whether pipelines are judged by them. */
export const plantPolicies = async (at: PlantingCi, { policies, judge_pipelines: enabled }: SeedCi, tell: Tell): Promise<void> => {
  const params = { ownerID: at.home.id, context: 'config' };
  try {
    if (policies) await ask(at, `POST ${path}/policy-bundle`, params, { policies }, undefined, { dry: false, policies: policiesIn(at, policies) });
  } catch (error) { tell(['policies'], error); }
  if (enabled !== null && enabled !== undefined) await ask(at, `PATCH ${path}/decision/settings`, params, { enabled });
};
