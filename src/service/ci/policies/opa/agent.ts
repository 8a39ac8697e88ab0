import { unavailable } from '../../../problem.ts';
import { readApart } from '../../threads/index.ts';
import { errorDecision, type Judged, type Verdict } from '../decision-on.ts';
import type { PolicyEngine } from '../engine.ts';
import { type Decision, decide, compileBundle, judgeDocument, PolicyFault, Unanswerable } from '../rego/index.ts';
import { AgentFault, askAgent } from './ask.ts';
import { agentBundle, type AgentBundle } from './bundle.ts';
import { push } from './push.ts';
import { wordsOf } from './words.ts';

const noPolicies = compileBundle({});

/** Undefined: the agent does not know the bundle. */
const asked = async (address: string, bundle: AgentBundle, config: unknown, { metadata }: Judged): Promise<Decision | undefined> => {
  const answer = await askAgent(address, 'POST', `/v1/data/slipway/${bundle.version}/ask/decision`, { type: 'application/json', text: JSON.stringify({ input: { config, meta: metadata } }) });
  if (!answer.ok) return errorDecision(wordsOf(answer.error, bundle.fileOf));
  const { result } = answer.body as { readonly result?: unknown };
  return result === undefined ? undefined : judgeDocument(result);
};

const decided = async (address: string, config: unknown, judged: Judged): Promise<Decision> => {
  const bundle = agentBundle(judged.files);
  const known = await asked(address, bundle, config, judged);
  if (known) return known;
  // It was started anew, or has seen this bundle never.
  const refused = await push(address, bundle);
  if (refused !== undefined) return errorDecision(refused);
  return await asked(address, bundle, config, judged) ?? errorDecision(`the Open Policy Agent at ${address} has the policies and gives no decision`);
};

/**
 * Policies compiled and evaluated by an Open Policy Agent, through its REST API. What it cannot do is a decision of status
 * ERROR; policies are not replaced while it is away (503).
 */
export const agentAt = (address: string): PolicyEngine => ({
  check: async (files) => {
    try {
      const bundle = agentBundle(files);
      const refused = await push(address, bundle);
      return refused === undefined ? { policies: bundle.policies } : { refused };
    } catch (error) {
      if (error instanceof PolicyFault) return { refused: error.message };
      if (error instanceof AgentFault) throw unavailable(`${error.message}; nothing was replaced`, 5);
      throw error;
    }
  },
  decide: async (judged): Promise<Verdict> => {
    const read = await readApart(judged.text);
    if ('misread' in read) return read;
    if (Object.keys(judged.files).length === 0) return { decision: decide(noPolicies, { input: read.input }) };
    try { return { decision: await decided(address, read.input, judged) }; } catch (error) {
      if (error instanceof AgentFault || error instanceof PolicyFault || error instanceof Unanswerable) return { decision: errorDecision(error.message) };
      throw error;
    }
  },
});
