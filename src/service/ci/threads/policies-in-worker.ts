import { unavailable } from '../../http/problem.ts';
import {
  evaluatePolicies,
  createErrorDecision,
  isStepLimitExceeded,
  type PolicyEvaluationInput,
  type PolicyEvaluationResult,
} from '../policies/evaluate-policies.ts';
import { type PolicyInputResult, readPolicyInput } from '../policies/policy-input.ts';
import { runInWorker } from './run-in-worker.ts';
import { type PolicyCompilation, compilePolicies } from './worker-tasks.ts';
import { TaskAbandoned } from './thread-pool.ts';

/** Limits of what is evaluated in this thread, for some milliseconds. Larger tasks run in a worker thread. */
const inlineLimits = { characters: 32 * 1024, steps: 20_000 };
const countCharacters = (files: { readonly [file: string]: string }): number =>
  Object.values(files).reduce((sum, { length }) => sum + length, 0);

const recoverAbandoned = async <T>(work: Promise<T>, otherwise: (message: string) => T): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof TaskAbandoned)) throw error;
    if (error.reason === 'crowd') throw unavailable(error.message, 5);
    return otherwise(error.message);
  }
};

/** Compiles policies. Do not call it in a transaction. */
export const compilePoliciesInWorker = async (files: { readonly [file: string]: string }): Promise<PolicyCompilation> =>
  countCharacters(files) <= inlineLimits.characters
    ? compilePolicies(files)
    : recoverAbandoned<PolicyCompilation>(runInWorker('policies', files), (message) => ({
        refused: `the policies cannot be compiled here: ${message}`,
      }));

/**
 * Evaluates policies over the text of a configuration; what turns out to take many steps begins again in a worker thread. Never within
 * a unit of work.
 */
export const decideInWorker = async (input: PolicyEvaluationInput): Promise<PolicyEvaluationResult> => {
  const result =
    input.text.length + countCharacters(input.files) <= inlineLimits.characters ? evaluatePolicies(input, inlineLimits.steps) : undefined;
  if (result && !isStepLimitExceeded(result, inlineLimits.steps)) return result;
  return recoverAbandoned<PolicyEvaluationResult>(runInWorker('decision', input), (message) => ({
    decision: createErrorDecision(`the policies cannot be evaluated here: ${message}`),
  }));
};

/** Reads the text of a configuration for policies that are evaluated elsewhere. */
export const readInputInWorker = async (text: string): Promise<PolicyInputResult> =>
  text.length <= inlineLimits.characters
    ? readPolicyInput(text)
    : recoverAbandoned<PolicyInputResult>(runInWorker('input', text), (message) => ({ misread: `cannot be read here: ${message}` }));
