import { join } from 'node:path';
import { type RunningService, startService } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export const token = 'owner-token-of-the-hosted-tests';

/** One organization, whose CI projects are on a code host, and what was deployed. */
const seed = `
users:
  - { name: ann, email: ann@acme.example, token: ${token} }
organizations:
  - name: acme
    owners: [ann]
    ci:
      slug: gh/acme
      repositories:
        - { external_id: '101', full_name: acme/web }
      projects:
        - name: web
          variables: { LEVEL: info-1234 }
          pipeline_definitions:
            - name: build
              config_source: { external_id: '101', file_path: .ci/config.yml }
              checkout_source: { external_id: '101' }
          configuration: |
            version: 2.1
            jobs:
              test:
                docker: [{ image: "cimg/node:20.19" }]
                steps: [{ run: "npm test" }]
            workflows:
              main:
                jobs:
                  - test
                  - hold: { type: approval, requires: [test] }
                  - test: { name: again, requires: [hold] }
      environments:
        - { name: production, description: where it counts }
      components:
        - name: web
          project: web
          versions:
            - { name: 1.0.0, environment: production, is_live: true }
`;

/** \`slipway serve\` in the hosted profile, on a socket of its own. */
export const startHostedService = (...args: string[]): Promise<RunningService> => {
  const folder = temporaryFolder({ 'seed.yaml': seed });
  return startService(
    '--in-memory',
    '--dialect',
    'hosted',
    '--seed',
    join(folder, 'seed.yaml'),
    '--ci-status-milliseconds',
    '1',
    '--run-status-milliseconds',
    '1',
    ...args,
  );
};

/** Polls until the condition is met; the service advances by its own clock. */
export const waitUntil = async <T>(ask: () => Promise<T>, wanted: (found: T) => boolean): Promise<T> => {
  for (let tries = 0; tries < 500; tries++) {
    const found = await ask();
    if (wanted(found)) return found;
    await new Promise((done) => {
      setTimeout(done, 20);
    });
  }
  throw new Error(`it never came to be; it is ${JSON.stringify(await ask())}`);
};
