import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isUnknown, unknown, type Values } from '@slipway/declarations/declare';
import { planResource } from '../../plan/plan-resource.ts';
import { newFingerprints } from '../../plan/write-only.ts';
import { variableSet } from '@slipway/declarations/resources/workspaces';

const Plan = suite('variable_set plan');
const acme = { organization: 'acme' };
const planned = (prior: Values | null, config: Values, inherited = acme) =>
  planResource(variableSet.attributes, prior, config, newFingerprints(), inherited);
/** Unknowns as a word, so that expectations can be written out. */
const shown = (state: Values) =>
  Object.fromEntries(Object.entries(state).map(([name, value]) => [name, isUnknown(value) ? '(known after apply)' : value]));

const stored = {
  id: 'varset-9',
  organization: 'acme',
  name: 'common',
  description: '',
  global: false,
  priority: false,
  parent_project_id: null,
  var_count: 3,
  workspace_count: 0,
  project_count: 0,
  updated_at: '2026-01-01T00:00:00.000Z',
};

Plan('a create shows what is said, what is inherited, defaults, and the rest as known after apply', () => {
  assert.equal(shown(planned(null, { name: 'common' }).state), {
    id: '(known after apply)',
    organization: 'acme',
    name: 'common',
    description: '',
    global: false,
    priority: false,
    parent_project_id: null,
    var_count: '(known after apply)',
    workspace_count: '(known after apply)',
    project_count: '(known after apply)',
    updated_at: '(known after apply)',
  });
});

Plan('nothing changed: the prior state, whole', () => {
  const { state, changed, requiresReplace: replacedBy } = planned(stored, { name: 'common' });
  assert.equal(state, stored);
  assert.equal(changed, []);
  assert.equal(replacedBy, []);
});

Plan('a rename stirs what may change with anything, and keeps the id', () => {
  const { state, changed } = planned(stored, { name: 'general' });
  assert.equal(shown(state), {
    id: 'varset-9',
    organization: 'acme',
    name: 'general',
    description: '',
    global: false,
    priority: false,
    parent_project_id: null,
    var_count: '(known after apply)',
    workspace_count: '(known after apply)',
    project_count: '(known after apply)',
    updated_at: '(known after apply)',
  });
  assert.equal(changed, ['name', 'var_count', 'workspace_count', 'project_count', 'updated_at']);
});

Plan('a line taken away goes back to the default', () => {
  assert.is(planned({ ...stored, priority: true }, { name: 'common' }).state['priority'], false);
});

Plan('another parent replaces the set', () => {
  assert.equal(planned(stored, { name: 'common', parent_project_id: 'prj-1' }).requiresReplace, ['parent_project_id']);
});

Plan('a parent that is not known yet replaces the set too', () => {
  assert.equal(planned(stored, { name: 'common', parent_project_id: unknown }).requiresReplace, ['parent_project_id']);
});

Plan('another organization of the provider section moves nothing that is there', () => {
  assert.equal(planned(stored, { name: 'common' }, { organization: 'other' }).changed, []);
});

Plan('another organization that the configuration says replaces the set', () => {
  assert.equal(planned(stored, { name: 'common', organization: 'other' }).requiresReplace, ['organization']);
});

Plan.run();
