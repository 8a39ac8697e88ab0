import type { Resource, Values } from '@slipway/declarations/declare';
import type { Diagnostic } from '../protocol/provider-server.ts';

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
