import { isAbsent, nounOf, type Resource, type Values } from '@slipway/declarations/declare';
import { keptPaths } from '../plan/withdrawn.ts';
import type { Diagnostic } from '../protocol/provider-server.ts';
import type { ProviderSection } from './provider-section.ts';

/** Warns, before anything is destroyed, of a workspace that the service will not delete. */
export const warnBeforeDestroy = (resource: Resource, prior: Values | null): readonly Diagnostic[] => {
  if (prior === null || !('force_delete' in resource.attributes)) return [];
  const count = Number(prior['resource_count'] ?? 0);
  const name = String(prior['name']);
  if (count > 0 && prior['force_delete'] !== true) {
    return [
      {
        severity: 'warning',
        summary: `Workspace "${name}" manages ${count} resource${count === 1 ? '' : 's'}`,
        detail:
          'The service refuses to delete it (409) while it does. Destroy those resources first, or set `force_delete = true` and ' +
          'apply that before destroying: the resources then stay and nobody manages them.',
      },
    ];
  }
  if (count > 0) {
    return [
      {
        severity: 'warning',
        summary: `Workspace "${name}" is deleted although it manages ${count} resource${count === 1 ? '' : 's'}`,
        detail: '`force_delete` is set: those resources stay and nobody manages them.',
      },
    ];
  }
  if (prior['locked'] === true)
    return [
      {
        severity: 'warning',
        summary: `Workspace "${name}" is locked`,
        detail: 'Somebody may be using it. The lock does not prevent destroying it.',
      },
    ];
  return [];
};

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
        path: [path],
        summary: `"${path}" is left alone`,
        detail:
          `The configuration no longer sets it, and the ${nounOf(resource.name)} keeps ${JSON.stringify(prior[path])}: ` +
          'without a value in the configuration it is not changed. To change it, set it.',
      }));
