import { bool, oneOf, stringOfLength, when } from '@slipway/declarations/declare';
import { conflict } from '../../../src/http/problem.ts';
import { computed, noun, type NounBehavior, optional, type RecordAction, required } from '../../../src/nouns/declaration.ts';
import { underOrganization } from '../../../src/nouns/parents/under-organization.ts';
import { toMany, toParent } from '../../../src/nouns/relationships/relationship.ts';
import { timeOfCreation } from '../../../src/nouns/timestamps.ts';
import { nameKind } from '../../../src/workspaces/name-kind.ts';

const open: RecordAction['perform'] = async ({ tx }, record) => {
  if (record.body['isOpen']) throw conflict('the maintenance window is open already');
  return tx.update(record, { body: { ...record.body, isOpen: true } });
};

const refuseWhileOpen: NounBehavior['beforeDelete'] = async (_ctx, record) => {
  if (record.body['isOpen']) throw conflict('the maintenance window is open: wait until it ends');
};

export const maintenanceWindow = noun('maintenance-windows', {
  doc: 'A time in which the infrastructure of workspaces may change.',
  label: 'maintenance window',
  idPrefix: 'mw',
  parents: [underOrganization({ read: 'member', write: 'manage-workspaces' })],
  attributes: {
    name: required(nameKind, 'The name of the window.', { unique: true, search: 'q', sort: true }),
    recurrence: optional(oneOf('once', 'weekly'), 'How often it is.', { default: 'once', filter: 'filter[recurrence]' }),
    day: optional(oneOf('saturday', 'sunday'), 'The day of a weekly window.'),
    'pager-key': optional(stringOfLength(1, 100), 'The key of the pager that it silences.', { secret: true }),
    'is-open': computed(bool, 'Whether it has begun.', { default: false }),
    'created-at': timeOfCreation(),
  },
  relationships: {
    organization: toParent('organizations', 'The organization that it belongs to.'),
    workspaces: toMany('workspaces', 'The workspaces that it is for.', { endpoints: true }),
  },
  constraints: [when('recurrence', 'weekly').needs('day')],
  actions: [
    {
      endpoint: 'POST /maintenance-windows/{maintenance_window_id}/actions/open',
      doc: 'Begins the maintenance window.',
      access: 'write',
      perform: open,
    },
  ],
  behavior: { beforeDelete: refuseWhileOpen },
});
