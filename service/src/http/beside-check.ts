/**
 * Runs work in parallel with a check, so that the two share round trips to the store. Rejects with the check's error if the check fails,
 * and discards the work's outcome; otherwise returns the work's result.
 */
export const besideCheck = async <T>(check: Promise<unknown>, work: Promise<T>): Promise<T> => {
  const [checked, outcome] = await Promise.allSettled([check, work]);
  if (checked.status === 'rejected') throw checked.reason;
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
};
