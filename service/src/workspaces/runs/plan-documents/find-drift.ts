type JsonObject = { readonly [name: string]: unknown };

/** What a plan found: numbers of resource instances, and of objects that the checks of its configuration looked at. */
export interface PlanFindings {
  readonly resourcesDrifted: number;
  readonly resourcesUndrifted: number;
  readonly checksPassed: number;
  readonly checksFailed: number;
  readonly checksErrored: number;
  readonly checksUnknown: number;
}

const toObjects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? (value as JsonObject[]) : []);

const countManaged = (module: JsonObject | undefined): number =>
  module === undefined
    ? 0
    : toObjects(module['resources']).filter(({ mode }) => mode === 'managed').length +
      toObjects(module['child_modules']).reduce((sum, child) => sum + countManaged(child), 0);

const isDrift = ({ mode, change }: JsonObject): boolean => {
  const { actions } = (change ?? {}) as { readonly actions?: readonly string[] };
  return mode === 'managed' && actions !== undefined && !actions.every((action) => action === 'no-op' || action === 'read');
};
const isGone = ({ change }: JsonObject): boolean => (change as { readonly after?: unknown }).after === null;

/** Objects that are checked several times (`count`, `for_each`) count each time; one without instances counts itself. */
const listCheckStatuses = (plan: JsonObject): readonly unknown[] =>
  toObjects(plan['checks']).flatMap(({ status, instances }) => {
    const each = toObjects(instances).map((instance) => instance['status']);
    return each.length === 0 ? [status] : each;
  });

/** The findings of a plan that only refreshes, from its JSON as `show -json` writes it. */
export const findDrift = (plan: JsonObject): PlanFindings => {
  const drift = toObjects(plan['resource_drift']).filter(isDrift);
  const state = (plan['prior_state'] as JsonObject | undefined)?.['values'] as JsonObject | undefined;
  const managed = countManaged(state?.['root_module'] as JsonObject | undefined);
  const statuses = listCheckStatuses(plan);
  const count = (status: string): number => statuses.filter((one) => one === status).length;
  return {
    resourcesDrifted: drift.length,
    resourcesUndrifted: Math.max(0, managed - drift.filter((one) => !isGone(one)).length),
    checksPassed: count('pass'),
    checksFailed: count('fail'),
    checksErrored: count('error'),
    checksUnknown: count('unknown'),
  };
};
