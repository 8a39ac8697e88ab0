import type { EngineDiagnostic } from 'slipway/engine/messages';
import type { ChangeAction, PlanJson } from 'slipway/engine/show-json';
import type { Destruction } from '../app/destruction.ts';

/** A resource of a plan. It includes `unchanged` ones, because a test report also lists what passed. */
export interface CheckedResource {
  readonly address: string;
  readonly action: 'unchanged' | 'create' | 'update' | 'replace' | 'destroy' | 'forget' | 'read';
  /** The change made outside since the last apply: `update`, or `destroy`. */
  readonly drift?: 'update' | 'destroy';
}
/** The result of `plan --check` for one stack. */
export interface StackCheck {
  readonly stack: string;
  /** The stack's folder, relative to the folder in which the command ran. */
  readonly folder: string;
  readonly resources: readonly CheckedResource[];
  /** Names of outputs that change. */
  readonly outputs: readonly string[];
  readonly diagnostics: readonly EngineDiagnostic[];
  readonly destructions: readonly Destruction[];
  /** The engine's text for people; empty without changes. */
  readonly planText: string;
  /** Whether the engine reports changes to apply. */
  readonly hasChanges: boolean;
  /** Why there is no plan. */
  readonly failure?: string;
}

const describeActions = (actions: readonly ChangeAction[]): CheckedResource['action'] => {
  if (actions.includes('create')) return actions.includes('delete') ? 'replace' : 'create';
  if (actions.includes('delete')) return 'destroy';
  const [action = 'no-op'] = actions;
  return action === 'no-op' ? 'unchanged' : (action as 'update' | 'forget' | 'read');
};

/**
 * The resources of a plan, with changes made outside. Such a change is left out if the plan does nothing about it (for example a counter of
 * the service), unless the plan is refresh-only.
 */
export function listCheckedResources(
  { resource_changes: changes = [], resource_drift: drifted = [] }: PlanJson,
  { refreshOnly = false } = {},
): readonly CheckedResource[] {
  const drift = new Map(drifted.map(({ address, change }) => [address, change.actions.includes('delete') ? 'destroy' : 'update'] as const));
  const planned = changes
    .filter(({ mode }) => mode === 'managed')
    .map(({ address, change: { actions } }): CheckedResource => {
      const action = describeActions(actions);
      const outside = action === 'unchanged' && !refreshOnly ? undefined : drift.get(address);
      return { address, action, ...(outside === undefined ? {} : { drift: outside }) };
    });
  const known = new Set(planned.map(({ address }) => address));
  const gone = [...drift].filter(([address]) => !known.has(address));
  return [...planned, ...gone.map(([address, outside]): CheckedResource => ({ address, action: 'unchanged', drift: outside }))];
}

export const listChangedOutputs = ({ output_changes: outputs = {} }: PlanJson): readonly string[] =>
  Object.entries(outputs)
    .filter(([, { actions }]) => !actions.includes('no-op'))
    .map(([name]) => name);

export const isDeprecation = ({ summary, detail = '' }: Pick<EngineDiagnostic, 'summary' | 'detail'>): boolean =>
  /deprecat/i.test(`${summary} ${detail}`);

export const countActions = ({ resources }: StackCheck): { readonly [action: string]: number } =>
  Object.fromEntries(
    ['create', 'update', 'replace', 'destroy', 'forget'].map((action) => [action, resources.filter((one) => one.action === action).length]),
  );
