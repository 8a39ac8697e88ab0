/** Links `all` → each policy evaluation that waits for its result. */
export const pendingEvaluationsLink = 'pending-policy-evaluations';
