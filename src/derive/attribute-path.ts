/** Where in a configuration: attribute names, list indexes, map keys. The same shape as the protocol's. */
export type AttributePathStep = string | number | { readonly key: string };
export type AttributePath = readonly AttributePathStep[];

/** As a person writes it: `vcs_repo.identifier`, `rules[0].name`, `tags["env"]`. */
export const formatPath = (path: AttributePath): string =>
  path
    .map((step, i) =>
      typeof step === 'number' ? `[${step}]` : typeof step === 'object' ? `[${JSON.stringify(step.key)}]` : i === 0 ? step : `.${step}`,
    )
    .join('');

/** The path that a constraint's dotted name means. */
export const parseDottedPath = (path: string): AttributePath => path.split('.');
