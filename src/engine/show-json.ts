/** The parts of `show -json` that are read here; the engine's format 1.x. */
export interface StateResource {
  readonly address: string;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly sensitive_values?: unknown;
}
interface StateModule {
  readonly resources?: readonly StateResource[];
  readonly child_modules?: readonly StateModule[];
}
export type ChangeAction = 'no-op' | 'create' | 'read' | 'update' | 'delete' | 'forget';
export interface ResourceChange {
  readonly address: string;
  readonly type: string;
  readonly mode: 'managed' | 'data';
  readonly change: {
    readonly actions: readonly ChangeAction[];
    readonly before: unknown;
    readonly after: unknown;
    readonly after_unknown?: unknown;
  };
}
export interface PlanJson {
  readonly resource_changes?: readonly ResourceChange[];
  /** What changed outside since the last apply. */
  readonly resource_drift?: readonly ResourceChange[];
  readonly output_changes?: Readonly<Record<string, { readonly actions: readonly ChangeAction[] }>>;
}
export interface StateJson {
  readonly values?: { readonly root_module?: StateModule };
}

function parseShowJson<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Error(`The engine's \`show -json\` did not answer JSON: ${text.slice(0, 200)}`);
  }
}
export const parsePlan = (text: string): PlanJson => parseShowJson(text);
export const parseState = (text: string): StateJson => parseShowJson(text);

const moduleResources = (module: StateModule | undefined): readonly StateResource[] =>
  module ? [...(module.resources ?? []), ...(module.child_modules ?? []).flatMap(moduleResources)] : [];
/** Every resource of a state, those of modules included. */
export const resourcesOf = (state: StateJson): readonly StateResource[] => moduleResources(state.values?.root_module);

/** The changes of a plan by kind; a replacement counts as one, not as a create and a delete. */
export function countChanges(plan: PlanJson): {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly destroy: number;
} {
  const counts = { create: 0, update: 0, replace: 0, destroy: 0 };
  for (const {
    change: { actions },
  } of plan.resource_changes ?? []) {
    if (actions.includes('create') && actions.includes('delete')) counts.replace++;
    else if (actions.includes('create')) counts.create++;
    else if (actions.includes('update')) counts.update++;
    else if (actions.includes('delete')) counts.destroy++;
  }
  return counts;
}
