import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { generatedFiles } from '../../generate/generated-files.ts';
import { seedPage } from '../../generate/seed-page.ts';
import { staleFiles } from '../../generate/write-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const Generated = suite('generated files');
const root = `${import.meta.dirname}/../..`;

Generated('reference pages, coverage table, seed page and compiled schemas are as the code says: else run `npm run generate`', async () => {
  assert.equal(staleFiles(root, await generatedFiles(root)), []);
});

Generated('a deprecated field that is declared and not compiled is found', async () => {
  const files = await generatedFiles(root);
  const at = 'declarations/src/deprecated/generated/schemas.ts';
  const folder = temporaryFolder({ [at]: files[at]!.replace('"operations":"#1"', '') });
  assert.equal(staleFiles(folder, { [at]: files[at]! }), [`${at} is not as generated`]);
});

Generated('the page of the seed file lists the members with type and description', () => {
  const page = seedPage();
  for (const row of [
    '| `users[].token` | 1 to 512 printable characters without spaces | Token of the user. |',
    '| `organizations[].name` | **required**, 1 to 40 letters, digits, - and _, beginning with a letter or digit | Name. |',
    '| `organizations[].teams[].workspaces[].workspace_locking` | true or false | Only with `access: custom`. |',
  ])
    assert.ok(page.includes(`\n${row}\n`), row);
});

Generated.run();
