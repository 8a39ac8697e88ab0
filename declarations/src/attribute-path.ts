/** A place in a configuration: names of attributes, indexes of lists, keys of maps. */
export type AttributePathStep = string | number | { readonly key: string };
export type AttributePath = readonly AttributePathStep[];

/** The path as it is written in a configuration: `vcs_repo.identifier`, `rules[0].name`, `tags["env"]`. */
export const formatPath = (path: AttributePath): string =>
  path
    .map((step, i) =>
      typeof step === 'number' ? `[${step}]` : typeof step === 'object' ? `[${JSON.stringify(step.key)}]` : i === 0 ? step : `.${step}`,
    )
    .join('');

/** The path of a dotted name such as `vcs_repo.identifier`. */
export const parseDottedPath = (path: string): AttributePath => path.split('.');
