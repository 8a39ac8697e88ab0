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

/** What is read and evaluated at once: some milliseconds of it. More is done in a worker thread. */
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

/** Compiles policies. Never within a unit of work. */
export const compilePoliciesInWorker = async (files: { readonly [file: string]: string }): Promise<PolicyCompilation> =>
  countCharacters(files) <= inlineLimits.characters
    ? compilePolicies(files)
    : recoverAbandoned<PolicyCompilation>(runInWorker('policies', files), (message) => ({
        refused: `the policies cannot be compiled here: ${message}`,
      }));

/** Evaluates policies over the text of a configuration; what turns out to take many steps begins again in a worker thread. Never within a unit of work. */
export const decideInWorker = async (judged: PolicyEvaluationInput): Promise<PolicyEvaluationResult> => {
  const known =
    judged.text.length + countCharacters(judged.files) <= inlineLimits.characters
      ? evaluatePolicies(judged, inlineLimits.steps)
      : undefined;
  if (known && !isStepLimitExceeded(known, inlineLimits.steps)) return known;
  return recoverAbandoned<PolicyEvaluationResult>(runInWorker('decision', judged), (message) => ({
    decision: createErrorDecision(`the policies cannot be evaluated here: ${message}`),
  }));
};

/** Reads the text of a configuration for policies that are evaluated elsewhere. */
export const readInputInWorker = async (text: string): Promise<PolicyInputResult> =>
  text.length <= inlineLimits.characters
    ? readPolicyInput(text)
    : recoverAbandoned<PolicyInputResult>(runInWorker('input', text), (message) => ({ misread: `cannot be read here: ${message}` }));
