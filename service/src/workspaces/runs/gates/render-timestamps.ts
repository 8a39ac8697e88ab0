/** Timestamps in documents: `{"soft_failed": …}` becomes `{"soft-failed-at": …}`. */
export const renderTimestamps = (reached: { readonly [status: string]: string }): { readonly [name: string]: string } =>
  Object.fromEntries(Object.entries(reached).map(([status, at]) => [`${status.replaceAll('_', '-')}-at`, at]));
