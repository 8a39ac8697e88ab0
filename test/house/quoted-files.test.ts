import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { repositoryFiles, root } from '../support/repository-files.ts';

/** Node's error for a text that is not JSON quotes a part of it, which can be a secret: `parseJson` of the command line names its place. */
const test = suite('files that are not JSON are not quoted');

/** Files of the command line that call `JSON.parse`, and why no text of a user is quoted. */
const allowed: { readonly [file: string]: string } = {
  'cli/src/agent/agent-client.ts': 'the escapes of a text that was found',
  'cli/src/app/plan-file.ts': 'the error is caught, and not repeated',
  'cli/src/app/run-app.ts': 'a file that this program wrote',
  'cli/src/login/login-file.ts': 'the error is caught, and not repeated',
  'cli/src/main-job/service-process.ts': 'a line of a process of its own',
  'cli/src/parse-json.ts': 'the error is caught, and not repeated',
};

test('the command line parses files by parseJson', () => {
  const found = repositoryFiles()
    .filter((file) => file.startsWith('cli/src/') && file.endsWith('.ts'))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('JSON.parse('));
  assert.equal(found.sort(), Object.keys(allowed));
});

test.run();
