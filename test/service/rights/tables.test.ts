/** The tables themselves: every effect that has a request is asked, and each row is one effect. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { customAccess } from '../../../generate/rights/custom-access.ts';
import { organizationRights } from '../../../generate/rights/organization-rights.ts';
import { projectLevels } from '../../../generate/rights/project-levels.ts';
import { tokenKinds } from '../../../generate/rights/token-kinds.ts';
import { workspaceLevels } from '../../../generate/rights/workspace-levels.ts';
import { organizationRights as declaredRights } from '../../../service/src/access/callers.ts';
import { effects } from './effects.ts';

const tables = suite('tables of rights');
const all = [workspaceLevels, customAccess, projectLevels, organizationRights, tokenKinds];

tables('each effect is in one of them, and each row is an effect', () => {
  const rows = new Set(all.flatMap((table) => table.rows.map(({ effect }) => effect)));
  assert.equal([...rows].toSorted(), Object.keys(effects).toSorted());
});

tables('no effect stands twice in one of them', () => {
  for (const { title, rows } of all) assert.is(new Set(rows.map(({ effect }) => effect)).size, rows.length, title);
});

tables('a right that can be given is in the table, or gives nothing of this service', () => {
  const missing = declaredRights.filter((right) => !organizationRights.columns.some((column) => column === right));
  assert.equal(missing, [
    'delegate-policy-overrides',
    'manage-public-providers',
    'manage-public-modules',
    'manage-registry-components',
    'manage-registry-artifact-tags',
    'manage-registry-artifact-version-tags',
  ]);
});

tables.run();
