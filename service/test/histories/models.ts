/** Sequential models of the objects in the histories. */
import type { Model, Operation } from '@slipway/test-support/linearizability';

/** `unknown`: there was no response. */
type Outcome<R> = R | 'unknown';

/** An operation of a client on one object: `name 2`, `lock 0`. */
export interface HistoryEvent extends Operation {
  readonly object: string;
  readonly action: string;
  /** The ID that it names, or the member and its value. */
  readonly given?: string;
  readonly outcome: Outcome<string | null>;
}

/** The ID of the owner of a unique name; `?`: an object whose creation was not answered; null: none. */
export const ownerModel: Model<HistoryEvent, string | null> = {
  initial: null,
  step: (state, { action, given, outcome }) => {
    if (action === 'create') {
      if (outcome === 'unknown') return state === null ? [null, '?'] : [state];
      if (outcome === 'taken') return state === null ? [] : [state];
      return state === null ? [outcome] : [];
    }
    if (action === 'read') return outcome === state || (state === '?' && outcome !== null) ? [outcome] : [];
    const isOwner = state === given || state === '?';
    if (outcome === 'unknown') return isOwner ? [state, null] : [state];
    if (outcome === 'deleted') return isOwner ? [null] : [];
    return state === given ? [] : [state];
  },
};

/** Whether a workspace is locked. */
export const lockModel: Model<HistoryEvent, boolean> = {
  initial: false,
  step: (state, { action, outcome }) => {
    if (action === 'read') return outcome === String(state) ? [state] : [];
    const wanted = action === 'lock';
    if (outcome === 'unknown') return state === wanted ? [state] : [state, wanted];
    return (outcome === 'done') === (state !== wanted) ? [wanted] : [];
  },
};

/** Key-value pairs of a workspace, as text: each change sets one of them. */
export const bindingsModel: Model<HistoryEvent, Readonly<Record<string, string>>> = {
  initial: {},
  step: (state, { action, given, outcome }) => {
    const describe = (pairs: Readonly<Record<string, string>>): string =>
      Object.entries(pairs)
        .map(([key, value]) => `${key}=${value}`)
        .toSorted()
        .join(' ');
    if (action === 'read') return outcome === describe(state) ? [state] : [];
    const [key, value] = given!.split('=') as [string, string];
    const changed = { ...state, [key]: value };
    return outcome === 'unknown' ? [state, changed] : [changed];
  },
};

/** A project, which is deleted only without workspaces, and their number; null: deleted. */
export const familyModel: Model<HistoryEvent, number | null> = {
  initial: 0,
  step: (state, { action, outcome }) => {
    if (outcome === 'unknown') {
      if (action === 'create child') return state === null ? [null] : [state, state + 1];
      if (action === 'delete child') return state === null || state === 0 ? [state] : [state, state - 1];
      return state === 0 ? [0, null] : [state];
    }
    if (action === 'create child') return outcome === 'refused' ? (state === null ? [null] : []) : state === null ? [] : [state + 1];
    // It was there, or had been deleted by a request without an answer.
    if (action === 'delete child') return outcome === 'deleted' ? (state === null || state === 0 ? [] : [state - 1]) : [state];
    if (outcome === 'deleted') return state === 0 ? [null] : [];
    if (outcome === 'absent') return state === null ? [null] : [];
    return state !== null && state > 0 ? [state] : [];
  },
};
