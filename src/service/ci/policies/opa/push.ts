import { AgentFault, type AgentError, askAgent } from './ask.ts';
import type { AgentBundle } from './bundle.ts';
import { wordsOf } from './words.ts';

/** Bundles that an agent keeps for us; the one that was not asked for longest goes first. */
const most = 50;
const kept = new Map<string, Map<string, readonly string[]>>();
const pathOf = (id: string): string => `/v1/policies/${id}`;

const forget = async (address: string, ids: readonly string[]): Promise<void> => {
  // What stays there does no harm: the next push writes over it.
  for (const id of [...ids].reverse()) await askAgent(address, 'DELETE', pathOf(id)).catch((error: unknown) => { if (!(error instanceof AgentFault)) throw error; });
};

const remember = async (address: string, { version, modules }: AgentBundle): Promise<void> => {
  const there = kept.get(address) ?? new Map<string, readonly string[]>();
  kept.set(address, there);
  there.delete(version);
  there.set(version, [...modules.keys()].filter((id) => !id.startsWith('slipway/library/')));
  for (const [old, ids] of there) {
    if (there.size <= most) return;
    there.delete(old);
    await forget(address, ids);
  }
};

/**
 * Gives a bundle to the agent, file by file: one that needs a function of a later one is tried again after it. Answers what does
 * not compile, with file, line and reason; then nothing of the bundle stays. @throws AgentFault
 */
export const push = async (address: string, bundle: AgentBundle): Promise<string | undefined> => {
  let waiting = [...bundle.modules];
  let error: AgentError | undefined;
  const done: string[] = [];
  while (waiting.length > 0) {
    const before = waiting.length;
    const failed: typeof waiting = [];
    error = undefined;
    for (const [id, text] of waiting) {
      const answer = await askAgent(address, 'PUT', pathOf(id), { type: 'text/plain', text });
      if (answer.ok) { done.push(id); continue; }
      if (answer.status !== 400) throw new AgentFault(`the Open Policy Agent at ${address} answers ${answer.status}: ${wordsOf(answer.error, bundle.fileOf)}`);
      failed.push([id, text]);
      error ??= answer.error;
    }
    waiting = failed;
    if (failed.length === before) break;
  }
  if (error === undefined) { await remember(address, bundle); return undefined; }
  if (!kept.get(address)?.has(bundle.version)) await forget(address, done.filter((id) => !id.startsWith('slipway/library/')));
  return wordsOf(error, bundle.fileOf);
};
