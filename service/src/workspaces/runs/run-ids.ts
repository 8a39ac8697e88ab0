/**
 * A run has exactly one plan, one apply and at most one cost estimate, so their ids are made of its own: `run-x` has `plan-x`, `apply-x`
 * and `ce-x`, and those of runs that an older release stored exist as well.
 */
const suffixOf = (id: string): string => id.slice(id.indexOf('-') + 1);

export const toPlanId = (run: string): string => `plan-${suffixOf(run)}`;
export const toApplyId = (run: string): string => `apply-${suffixOf(run)}`;
export const toCostEstimateId = (run: string): string => `ce-${suffixOf(run)}`;
/** The id of the event with that number, from 1. */
export const toRunEventId = (run: string, number: number): string => `re-${suffixOf(run)}-${number}`;

/** The run that an id of one of these kinds belongs to; undefined: the id is of another form. */
export const toRunId = (prefix: 'plan' | 'apply' | 'ce', id: string): string | undefined =>
  id.startsWith(`${prefix}-`) ? `run-${suffixOf(id)}` : undefined;

/** The run and the number of an event. */
export const parseRunEventId = (id: string): { readonly run: string; readonly number: number } | undefined => {
  const [, suffix, number] = /^re-([A-Za-z0-9]+)-(\d{1,4})$/.exec(id) ?? [];
  return suffix === undefined ? undefined : { run: `run-${suffix}`, number: Number(number) };
};
