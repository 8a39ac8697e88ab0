import { isAbsent, nounOf, type Resource, type Values, valueAt } from '@slipway/declarations/declare';
import { keptPaths } from '../plan/withdrawn.ts';
import type { Diagnostic } from '../protocol/provider-server.ts';
import type { ProviderSection } from './provider-section.ts';

/** Warns that an object stays in its organization although the provider block names another one. */
export const warnWhenKept = (resource: Resource, prior: Values | null, config: Values, section: ProviderSection): readonly Diagnostic[] => {
  if (prior === null || section.organization === null) return [];
  return Object.entries(resource.attributes).flatMap(([name, { inherits, equivalents }]) => {
    if (
      !inherits ||
      equivalents?.some((other) => prior[other] === section.organization) ||
      !isAbsent(config[name]) ||
      isAbsent(prior[name]) ||
      prior[name] === section.organization
    )
      return [];
    return [
      {
        severity: 'warning' as const,
        path: [name],
        summary: `This ${nounOf(resource.name)} stays in "${String(prior[name])}"`,
        detail:
          `The provider's ${inherits} is now "${section.organization}". What exists is not ` +
          `moved by that: write \`${name}\` here to replace it.`,
      },
    ];
  });
};

/** Says which values stay that the configuration set before, of attributes that are left alone when unset. */
export const warnOfLeftAlone = (
  resource: Resource,
  prior: Values | null,
  config: Values,
  configured: readonly string[] | undefined,
): readonly Diagnostic[] =>
  prior === null
    ? []
    : keptPaths(resource.attributes, prior, config, configured).map((path) => ({
        severity: 'warning' as const,
        path: path.split('.'),
        summary: `"${path}" is left alone`,
        detail:
          `The configuration no longer sets it, and the ${nounOf(resource.name)} keeps ${JSON.stringify(valueAt(prior, path))}: ` +
          'without a value in the configuration it is not changed. To change it, set it.',
      }));
