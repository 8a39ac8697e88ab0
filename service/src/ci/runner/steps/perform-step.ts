import { firstCharacters } from '../../../http/characters.ts';
import type { StepConfig } from '../../configuration/configuration.ts';
import { ineffectiveSteps } from '../../configuration/elements/step-types.ts';
import { type StepResult, type StepContext, splitStep, toOptionalText } from '../step-context.ts';
import { type ArtifactUsage, storeArtifacts } from './artifacts.ts';
import { restoreCache, saveCache } from './caches.ts';
import { runCheckoutStep } from './checkout.ts';
import { runShellStep } from './run.ts';
import { storeTestResults, type TestUsage } from './tests.ts';
import { attachWorkspace, persistToWorkspace } from './workspaces.ts';

/** What the parallel runs of a job have used of its limits together. */
export interface JobUsage {
  readonly artifacts: ArtifactUsage;
  readonly tests: TestUsage;
}
export const createJobUsage = (): JobUsage => ({ artifacts: { count: 0, bytes: 0 }, tests: { bytes: 0, count: 0 } });

const stepNames: { readonly [type: string]: string } = {
  checkout: 'Check out code',
  save_cache: 'Save a cache',
  restore_cache: 'Restore a cache',
  store_artifacts: 'Keep artifacts',
  store_test_results: 'Read test results',
  persist_to_workspace: 'Persist to the workspace',
  attach_workspace: 'Attach the workspace',
};

/** The display name of a step: its `name`, or else one by its type or command; at most 200 characters that can be stored. */
export const stepNameOf = (step: StepConfig): string => {
  const [type, given] = splitStep(step);
  const first = (toOptionalText(given['command']) ?? '').trim().split('\n')[0]!;
  const name = toOptionalText(given['name']) ?? stepNames[type] ?? (first === '' ? type : first);
  return firstCharacters(name, 200).replaceAll(/[\0\p{Surrogate}]/gu, '\ufffd');
};

type StepCondition = 'on_success' | 'on_fail' | 'always';
/** Steps that run after a failed step unless `when` excludes it: they store what explains the failure. */
const resultSteps = new Set(['store_artifacts', 'store_test_results']);

/** The condition of a step; the default is `on_success`, and `always` for steps that store results. */
export const stepConditionOf = (step: StepConfig): StepCondition => {
  const [type, given] = splitStep(step);
  const when = toOptionalText(given['when']);
  if (when === 'always' || when === 'on_fail' || when === 'on_success') return when;
  return resultSteps.has(type) ? 'always' : 'on_success';
};

/** Performs one step. Rejects if the machine fails, such as its disk. */
export const performStep = async (node: StepContext, used: JobUsage, step: StepConfig): Promise<StepResult> => {
  const [type, given] = splitStep(step);
  switch (type) {
    case 'run':
    case 'deploy':
      return runShellStep(node, given);
    case 'checkout':
      return runCheckoutStep(node, given);
    case 'save_cache':
      return saveCache(node, given);
    case 'restore_cache':
      return restoreCache(node, given);
    case 'persist_to_workspace':
      return persistToWorkspace(node, given);
    case 'attach_workspace':
      return attachWorkspace(node, given);
    case 'store_artifacts':
      return storeArtifacts(node, used.artifacts, given);
    case 'store_test_results':
      return storeTestResults(node, used.tests, given);
    default:
      await node.log.writeLine(`Left out: ${ineffectiveSteps.get(type) ?? `${type} is no step that runs here`}.`);
      return 'success';
  }
};
