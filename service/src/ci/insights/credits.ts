/** Credits per minute by executor and resource class (docs/ci-service.md). An unknown class costs as much as `medium` of its executor. */
const creditRates: { readonly [executor: string]: { readonly medium: number; readonly [resourceClass: string]: number } } = {
  docker: { small: 5, medium: 10, 'medium+': 15, large: 20, xlarge: 40, '2xlarge': 80, '2xlarge+': 100 },
  machine: { medium: 10, large: 20, xlarge: 40, '2xlarge': 80, 'arm.medium': 10, 'arm.large': 20, 'arm.xlarge': 40, 'arm.2xlarge': 80 },
  macos: { medium: 50, large: 100, 'm4pro.medium': 120, 'm4pro.large': 200 },
};

export const creditsPerMinute = (executor: string, resourceClass: string): number => {
  const classes = Object.hasOwn(creditRates, executor) ? creditRates[executor]! : creditRates['docker']!;
  return Object.hasOwn(classes, resourceClass) ? classes[resourceClass]! : classes.medium;
};

/** Credits of a run of this duration, times its parallelism, rounded to thousandths. */
export const creditsOf = (
  milliseconds: number,
  { executor, resourceClass, parallelism }: { readonly executor: string; readonly resourceClass: string; readonly parallelism: number },
): number => Math.round((creditsPerMinute(executor, resourceClass) * parallelism * milliseconds) / 60) / 1000;
