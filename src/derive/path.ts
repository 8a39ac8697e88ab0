/** Where in a configuration: attribute names, list indexes, map keys. The same shape as the protocol's. */
export type Step = string | number | { readonly key: string };
export type Path = readonly Step[];

/** As a person writes it: `vcs_repo.identifier`, `rules[0].name`, `tags["env"]`. */
export const spelledPath = (path: Path): string =>
  path.map((step, i) => (typeof step === 'number' ? `[${step}]` : typeof step === 'object' ? `[${JSON.stringify(step.key)}]` : i === 0 ? step : `.${step}`)).join('');

/** The path that a constraint's dotted name means. */
export const pathOf = (dotted: string): Path => dotted.split('.');
