/**
 * The result of work that was begun before the check was over, so that the two share their round trips to the store. It counts only where
 * the check succeeds: where it fails, its error is thrown, whatever became of the work.
 */
export const besideCheck = async <T>(check: Promise<unknown>, work: Promise<T>): Promise<T> => {
  const [checked, outcome] = await Promise.allSettled([check, work]);
  if (checked.status === 'rejected') throw checked.reason;
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
};
