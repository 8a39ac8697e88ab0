import { unprocessable } from '../../http/problem.ts';
import { setTimes } from '../set-times.ts';
import type { CiSeedContext, CiSeedEntry } from './seed-context.ts';

type VariableTimes = CiSeedEntry<'contexts' | 'projects'>['variable_times'];

/** Gives the variables of a context or project the times of their entries. */
export const setVariableTimes = async (
  { tx }: Pick<CiSeedContext, 'tx'>,
  kind: 'ci-context-variables' | 'ci-project-variables',
  scope: string,
  entries: VariableTimes,
): Promise<void> => {
  for (const { name, ...times } of entries ?? []) {
    const variable = await tx.getByKey(kind, scope, name);
    if (!variable) throw unprocessable(`variable_times: there is no variable "${name}" in this entry`);
    await setTimes({ tx }, kind, variable.id, times);
  }
};
