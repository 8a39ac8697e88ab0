/** Links `all` → each policy evaluation that waits for its result. */
export const pendingEvaluationsLink = 'pending-policy-evaluations';

let changes = 0;
/** Tells the pollers of this process that an evaluation waits. */
export const announcePendingEvaluation = (): void => {
  changes += 1;
};
/** Grows with every evaluation that begins to wait in this process. */
export const countPendingAnnouncements = (): number => changes;
