import { unavailable } from '../../../http/problem.ts';
import { readInputInWorker } from '../../threads/index.ts';
import { createErrorDecision, type PolicyEvaluationInput, type PolicyEvaluationResult } from '../evaluate-policies.ts';
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
  const answer = await requestAgent(address, 'POST', `/v1/data/slipway/${bundle.version}/ask/decision`, {
    type: 'application/json',
    text: JSON.stringify({ input: { config, meta: metadata } }),
  });
  if (!answer.ok) return createErrorDecision(describeAgentError(answer.error, bundle.fileOf));
  const { result } = answer.body as { readonly result?: unknown };
  return result === undefined ? undefined : decideDocument(result);
};

const decideByAgent = async (address: string, config: unknown, judged: PolicyEvaluationInput): Promise<Decision> => {
  const bundle = createAgentBundle(judged.files);
  const known = await queryDecision(address, bundle, config, judged);
  if (known) return known;
  // The agent was restarted, or never had this bundle.
  const refused = await pushBundle(address, bundle);
  if (refused !== undefined) return createErrorDecision(refused);
  return (
    (await queryDecision(address, bundle, config, judged)) ??
    createErrorDecision(`the Open Policy Agent at ${address} has the policies and gives no decision`)
  );
};

/**
 * Compiles and evaluates policies with an Open Policy Agent, through its REST API. An evaluation that fails is a decision with the
 * status ERROR; replacing policies fails with 503 while the agent is unavailable.
 */
export const createAgentEngine = (address: string): PolicyEngine => ({
  check: async (files) => {
    try {
      const bundle = createAgentBundle(files);
      const refused = await pushBundle(address, bundle);
      return refused === undefined ? { policies: bundle.policies } : { refused };
    } catch (error) {
      if (error instanceof PolicyError) return { refused: error.message };
      if (error instanceof AgentRequestError) throw unavailable(`${error.message}; nothing was replaced`, 5);
      throw error;
    }
  },
  decide: async (judged): Promise<PolicyEvaluationResult> => {
    const read = await readInputInWorker(judged.text);
    if ('misread' in read) return read;
    if (Object.keys(judged.files).length === 0) return { decision: decide(emptyBundle, { input: read.input }) };
    try {
      return { decision: await decideByAgent(address, read.input, judged) };
    } catch (error) {
      if (error instanceof AgentRequestError || error instanceof PolicyError || error instanceof RegoQueryError)
        return { decision: createErrorDecision(error.message) };
      throw error;
    }
  },
});
