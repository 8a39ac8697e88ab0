import { AgentRequestError, type AgentErrorResponse, requestAgent } from './agent-client.ts';
import type { AgentBundle } from './agent-bundle.ts';
import { describeAgentError } from './agent-errors.ts';

/** Bundles in one agent; the least recently used one is deleted first. */
const maxBundles = 50;
const pushedBundles = new Map<string, Map<string, readonly string[]>>();
const policyPathOf = (id: string): string => `/v1/policies/${id}`;

const deleteModules = async (address: string, ids: readonly string[]): Promise<void> => {
  // A module that stays does no harm: the next push overwrites it.
  for (const id of [...ids].reverse())
    await requestAgent(address, 'DELETE', policyPathOf(id)).catch((error: unknown) => {
      if (!(error instanceof AgentRequestError)) throw error;
    });
};

const rememberBundle = async (address: string, { version, modules }: AgentBundle): Promise<void> => {
  const bundles = pushedBundles.get(address) ?? new Map<string, readonly string[]>();
  pushedBundles.set(address, bundles);
  bundles.delete(version);
  bundles.set(
    version,
    [...modules.keys()].filter((id) => !id.startsWith('slipway/library/')),
  );
  for (const [old, ids] of bundles) {
    if (bundles.size <= maxBundles) return;
    bundles.delete(old);
    await deleteModules(address, ids);
  }
};

/**
 * Uploads a bundle to the agent, file by file; a file that needs a function of a later one is tried again. Returns what does not
 * compile, with file, line and reason; then the bundle is removed from the agent. @throws AgentRequestError
 */
export const pushBundle = async (address: string, bundle: AgentBundle): Promise<string | undefined> => {
  let waiting = [...bundle.modules];
  let error: AgentErrorResponse | undefined;
  const pushed: string[] = [];
  while (waiting.length > 0) {
    const waitingBefore = waiting.length;
    const failed: typeof waiting = [];
    error = undefined;
    for (const [id, text] of waiting) {
      const response = await requestAgent(address, 'PUT', policyPathOf(id), { type: 'text/plain', text });
      if (response.ok) {
        pushed.push(id);
        continue;
      }
      if (response.status !== 400)
        throw new AgentRequestError(
          `the Open Policy Agent at ${address} answers ${response.status}: ${describeAgentError(response.error, bundle.fileOf)}`,
        );
      failed.push([id, text]);
      error ??= response.error;
    }
    waiting = failed;
    if (failed.length === waitingBefore) break;
  }
  if (error === undefined) {
    await rememberBundle(address, bundle);
    return undefined;
  }
  if (!pushedBundles.get(address)?.has(bundle.version))
    await deleteModules(
      address,
      pushed.filter((id) => !id.startsWith('slipway/library/')),
    );
  return describeAgentError(error, bundle.fileOf);
};
