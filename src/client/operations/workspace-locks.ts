import { shownWorkspace } from '../../resources/workspaces/data/workspace-attributes.ts';
import type { Answer, Line } from '../line.ts';
import { ask, type Options, type Told } from './ask.ts';
import { type Document, decodeOne } from './documents.ts';

type Workspace = Document<typeof shownWorkspace>;

/**
 * Locking is no repeatable write: a second lock is refused (409), and so is a second unlock. After a lost answer the workspace
 * is looked at first. The 503 of an unlock, before the state is final, is tried again for a short while.
 */
export const locksOf = (line: Line) => {
  const workspaceIn = (answer: Told): Workspace => decodeOne(shownWorkspace, answer);
  const whenSo = (workspace_id: string, so: (shown: Workspace) => boolean) => async (): Promise<Answer | null> => {
    const answer = await ask(line, 'workspaces.show', { workspace_id });
    return so(workspaceIn(answer)) ? answer : null;
  };
  return {
    /** Refused with 409 when it is locked already. */
    lock: async (workspace_id: string, { reason = '', ...options }: Options & { readonly reason?: string } = {}): Promise<Workspace> => {
      const found = whenSo(workspace_id, (shown) => shown.locked === true && (shown.locked_reason ?? '') === reason);
      return workspaceIn(await ask(line, 'workspaces.lock', { workspace_id }, { body: { reason }, found, ...options }));
    },
    /** Refused with 409 when it is not locked, or locked by somebody else. */
    unlock: async (workspace_id: string, options: Options = {}): Promise<Workspace> =>
      workspaceIn(await ask(line, 'workspaces.unlock', { workspace_id }, { found: whenSo(workspace_id, (shown) => shown.locked === false), ...options })),
    /** Whoever locked it; needs admin rights on the workspace. */
    forceUnlock: async (workspace_id: string, options: Options = {}): Promise<Workspace> =>
      workspaceIn(await ask(line, 'workspaces.forceUnlock', { workspace_id }, { found: whenSo(workspace_id, (shown) => shown.locked === false), ...options })),
  };
};
