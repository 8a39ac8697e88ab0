import { unavailable } from '../../../http/problem.ts';
import { maskUserInfo } from '../../../journal/masking.ts';
import { createAgentModulesInWorker, readInputInWorker } from '../../threads/index.ts';
import { createErrorDecision } from '../error-decision.ts';
import type { PolicyEvaluationInput, PolicyEvaluationResult } from '../evaluate-policies.ts';
import type { PolicyEngine } from '../policy-engine.ts';
import { type Decision, decide, decideDocument } from '../decide.ts';
import { compileBundle } from '../compile-bundle.ts';
import { PolicyError, RegoQueryError } from '@slipway/rego';
import { AgentRequestError, requestAgent } from './agent-client.ts';
import { createAgentBundle, type AgentBundle } from './agent-bundle.ts';
import { pushBundle } from './push-bundle.ts';
import { describeAgentError } from './agent-errors.ts';

const emptyBundle = compileBundle({});

/** Undefined when the agent does not have the bundle. */
const queryDecision = async (
  address: string,
  bundle: AgentBundle,
  config: unknown,
  { metadata }: PolicyEvaluationInput,
): Promise<Decision | undefined> => {
  const response = await requestAgent(address, 'POST', `/v1/data/slipway/${bundle.version}/ask/decision`, {
    type: 'application/json',
    text: JSON.stringify({ input: { config, meta: metadata } }),
  });
  if (!response.ok) return createErrorDecision(describeAgentError(response.error, bundle.fileOf));
  const { result } = response.body as { readonly result?: unknown };
  return result === undefined ? undefined : decideDocument(result);
};

const decideByAgent = async (address: string, config: unknown, input: PolicyEvaluationInput): Promise<Decision> => {
  const modules = await createAgentModulesInWorker(input.files);
  if ('refused' in modules) return createErrorDecision(modules.refused);
  const bundle = createAgentBundle(input.files, modules);
  const decision = await queryDecision(address, bundle, config, input);
  if (decision) return decision;
  // The agent was restarted, or never had this bundle.
  const compileError = await pushBundle(address, bundle);
  if (compileError !== undefined) return createErrorDecision(compileError);
  return (
    (await queryDecision(address, bundle, config, input)) ??
    createErrorDecision(maskUserInfo(`the Open Policy Agent at ${address} has the policies but returns no decision`))
  );
};

/**
 * Compiles and evaluates policies with an Open Policy Agent, through its REST API. An evaluation that fails is a decision with the
 * status ERROR; replacing policies fails with 503 while the agent is unavailable.
 */
export const createAgentEngine = (address: string): PolicyEngine => ({
  check: async (files) => {
    try {
      const modules = await createAgentModulesInWorker(files);
      if ('refused' in modules) return modules;
      const bundle = createAgentBundle(files, modules);
      const compileError = await pushBundle(address, bundle);
      return compileError === undefined ? { policies: bundle.policies } : { refused: compileError };
    } catch (error) {
      if (error instanceof AgentRequestError) throw unavailable(`${error.message}; nothing was replaced`, 5);
      throw error;
    }
  },
  decide: async (input): Promise<PolicyEvaluationResult> => {
    const parsed = await readInputInWorker({ text: input.text, compiled: input.compiled });
    if ('misread' in parsed) return parsed;
    if (Object.keys(input.files).length === 0) return { decision: decide(emptyBundle, { input: parsed.input }) };
    try {
      return { decision: await decideByAgent(address, parsed.input, input) };
    } catch (error) {
      if (error instanceof AgentRequestError || error instanceof PolicyError || error instanceof RegoQueryError)
        return { decision: createErrorDecision(error.message) };
      throw error;
    }
  },
});
