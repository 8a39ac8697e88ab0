import { unavailable } from '../../http/problem.ts';
import type { AgentModules } from '../policies/opa/agent-bundle.ts';
import type { FindOrbs } from '../orbs/find-published.ts';
import { withPublishedOrbs } from '../orbs/with-published.ts';
import { createErrorDecision } from '../policies/error-decision.ts';
import type { PolicyEvaluationInput, PolicyEvaluationResult } from '../policies/evaluate-policies.ts';
import type { PolicyInputResult, PolicyInputTexts } from '../policies/policy-input.ts';
import { compileInWorker, type WorkerCompilation } from './compile-in-worker.ts';
import { runInWorker } from './run-in-worker.ts';
import type { Refusable, PolicyCompilation } from './worker-tasks.ts';
import { TaskAbandoned } from '@slipway/schema-tools/threads';

type PolicyFiles = { readonly [file: string]: string };

const countCharacters = (files: PolicyFiles): number => Object.values(files).reduce((sum, { length }) => sum + length, 0);

const recoverAbandoned = async <T>(work: Promise<T>, otherwise: (message: string) => T): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof TaskAbandoned)) throw error;
    if (error.reason === 'crowd') throw unavailable(error.message, 5);
    return otherwise(error.message);
  }
};
const refuse = (message: string): { readonly refused: string } => ({ refused: `the policies cannot be compiled here: ${message}` });

/** Compiles policies in a worker thread. Do not call it in a transaction. */
export const compilePoliciesInWorker = (files: PolicyFiles): Promise<PolicyCompilation> =>
  recoverAbandoned<PolicyCompilation>(runInWorker('policies', files, countCharacters(files)), refuse);

/** Prepares the modules of an Open Policy Agent in a worker thread. Do not call it in a transaction. */
export const createAgentModulesInWorker = (files: PolicyFiles): Promise<Refusable<AgentModules>> =>
  recoverAbandoned<Refusable<AgentModules>>(runInWorker('agent-modules', files, countCharacters(files)), refuse);

/** Evaluates policies over the text of a configuration, in a worker thread. Do not call it in a transaction. */
export const decideInWorker = (input: PolicyEvaluationInput): Promise<PolicyEvaluationResult> =>
  recoverAbandoned<PolicyEvaluationResult>(
    runInWorker('decision', input, input.text.length + (input.compiled?.length ?? 0) + countCharacters(input.files)),
    (message) => ({ decision: createErrorDecision(`the policies cannot be evaluated here: ${message}`) }),
  );

/**
 * What a configuration compiles to, as YAML, for policies that judge it without a pipeline: with the defaults of its parameters, and
 * without pipeline values. Undefined for one that does not compile. A `_compiled_` that it has has no effect.
 */
export const compileForPolicies = async (text: string, orbs: string, findOrbs: FindOrbs): Promise<string | undefined> => {
  const result = await recoverAbandoned<WorkerCompilation>(
    withPublishedOrbs((published) => compileInWorker({ text, orbs, published, options: { allowCompiled: true } }), findOrbs),
    (message) => ({
      late: message,
    }),
  );
  return 'yaml' in result ? result.yaml : undefined;
};

/** Reads the text of a configuration for policies that are evaluated elsewhere, in a worker thread. */
export const readInputInWorker = (texts: PolicyInputTexts): Promise<PolicyInputResult> =>
  recoverAbandoned<PolicyInputResult>(runInWorker('input', texts, texts.text.length + (texts.compiled?.length ?? 0)), (message) => ({
    misread: `cannot be read here: ${message}`,
  }));
