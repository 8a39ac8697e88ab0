/** A pipeline with secrets is run; then everything that the service stores, sends and returns is searched for them. */
// watchdog: 180 s
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createExportSealer } from '../src/store/sealing/sealer.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { type ServiceProcess, startProcess } from '@slipway/test-support/service-processes';

const canaries = suite('secrets of a pipeline');

const token = 'canary-token-of-olivia';
const exportKey = Buffer.alloc(32, 5);
const values = { project: 'canary-project-0f3a+/', context: 'canary context "9b1c"', signing: 'canary-signing-77aa' };
const json = '{"password": "canary <json> 31", "port": 86420975, "deep": "[\\"canary-deep-42\\"]", "on": true}';
const lines = '-----BEGIN KEY-----\ncanary/line/5a\ncanary+line+5b\n-----END KEY-----\n';
const leaves = ['canary <json> 31', '86420975', 'canary-deep-42', 'canary/line/5a', 'canary+line+5b'];
/** As they are, in JSON, in addresses and in base64. */
const forms = Object.values(values)
  .concat(token, leaves)
  .flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    Buffer.from(value).toString('base64').replace(/=+$/, ''),
  ]);

const configuration = `version: 2.1
jobs:
  look:
    docker: [{ image: x }]
    steps:
      - run: { name: Tell, command: 'echo "$SEALED $SHARED $CI_CONTINUATION_KEY"; \
printf "%s" "$SEALED" | base64; env | sort; set -x; : "$SHARED"' }
      - run: { name: Decode, command: 'node -e "const d = JSON.parse(process.env.DOCUMENT); \
console.log(/decoded/.source, d.password, d.port, d.on, JSON.parse(d.deep)[0], process.env.LINES, encodeURIComponent(d.password))"' }
      - run: { name: Fail, command: 'echo "no file $SEALED" >&2; mkdir out; echo fine > out/report.txt; \
echo "<testsuite><testcase name=\\"a\\"/></testsuite>" > out/r.xml' }
      - store_artifacts: { path: out }
      - store_test_results: { path: out }
workflows: { setup: { jobs: [look: { context: deploy }] } }
`;
const policy =
  'package org\npolicy_name["steps"]\nenable_rule["told"]\n' +
  'told = sprintf("it is %v of %v", [input.version, data.meta]) { input.version }\n';

const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await holds())) await pause(60);
};
const receiver = async (): Promise<{ readonly url: string; readonly heard: string[]; close(): void }> => {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    const { 'ci-signature': _, 'circleci-signature': __, ...headers } = request.headers;
    let body = '';
    request
      .setEncoding('utf8')
      .on('data', (text: string) => {
        body += text;
      })
      .on('end', () => {
        heard.push(JSON.stringify(headers) + body);
        response.end();
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    heard,
    close: () => {
      server.close();
    },
  };
};
/** Everything in the files below a folder. */
const contents = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'))
    .join('\n');

const planted = async (
  service: ServiceProcess,
  url: string,
): Promise<{ readonly org: string; readonly project: string; readonly slug: string }> => {
  const ci = (row: string, body?: unknown) => service.request(token, row, body, 'application/json');
  const { id: org } = (await ci('GET /me/collaborations')).body[0];
  const project = (await ci('GET /project/gh/acme/web')).body;
  const { id: context } = (await ci('POST /context', { name: 'deploy', owner: { id: org } })).body;
  const answers = [
    await ci(`PUT /context/${context}/environment-variable/SHARED`, { value: values.context }),
    await ci('POST /project/gh/acme/web/envvar', { name: 'SEALED', value: values.project }),
    await ci('POST /project/gh/acme/web/envvar', { name: 'DOCUMENT', value: json }),
    await ci(`PUT /context/${context}/environment-variable/LINES`, { value: lines }),
    await ci('POST /webhook', {
      name: 'told',
      url,
      events: ['job-completed', 'workflow-completed'],
      'signing-secret': values.signing,
      'verify-tls': true,
      scope: { id: project.id, type: 'project' },
    }),
    await ci(`POST /owner/${org}/context/config/policy-bundle`, { policies: { 'a.rego': policy } }),
    await ci(`PATCH /owner/${org}/context/config/decision/settings`, { enabled: true }),
    await ci('POST /project/gh/acme/web/checkout-key', { type: 'deploy-key' }),
  ];
  assert.equal(
    answers.map(({ status }) => status),
    [200, 201, 201, 200, 201, 201, 200, 201],
  );
  return { org, project: project.id, slug: project.slug };
};

canaries(
  'are in no output, artifact, test result, answer, decision, webhook, report, journal, archive, document, log or file',
  // oxlint-disable-next-line max-lines-per-function -- one story through every output
  async () => {
    const data = temporaryFolder();
    const seed = join(
      temporaryFolder({
        'seed.yaml': JSON.stringify({
          users: [{ name: 'olivia', token }],
          organizations: [
            {
              name: 'acme',
              owners: ['olivia'],
              ci: {
                slug: 'gh/acme',
                projects: [
                  {
                    name: 'web',
                    configuration: configuration.replace('version: 2.1\n', 'version: 2.1\nsetup: true\n'),
                    settings: { setup_workflows: true },
                  },
                ],
              },
            },
          ],
        }),
      }),
      'seed.yaml',
    );
    const told = await receiver();
    const service = await startProcess(
      '--data',
      data,
      '--seed',
      seed,
      '--run-jobs',
      '--test-controls',
      '--journal-bodies',
      '--ci-private-webhooks',
      'true',
      '--ci-status-milliseconds',
      '0',
    );
    const ci = (row: string, body?: unknown) => service.request(token, row, body, 'application/json');
    const raw = async (path: string, credentials = true, more: Record<string, string> = {}): Promise<string> => {
      const response = await fetch(
        path.startsWith('http') ? path : `${service.address}${path}`,
        credentials ? { headers: { 'ci-token': token, ...more } } : {},
      );
      const isGzip = response.headers.get('content-type') === 'application/gzip';
      const text = isGzip ? gunzipSync(await response.arrayBuffer()).toString('utf8') : await response.text();
      return `${JSON.stringify([...response.headers])}\n${text}`;
    };
    try {
      const { org, project } = await planted(service, told.url);
      const { id } = (await ci('POST /project/gh/acme/web/pipeline')).body;
      await until(async () => ['success', 'failed'].includes((await ci(`GET /pipeline/${id}/workflow`)).body.items[0]?.status));
      const workflow = (await ci(`GET /pipeline/${id}/workflow`)).body.items[0];
      assert.is(workflow.status, 'success');
      const job = (await ci(`GET /workflow/${workflow.id}/job`)).body.items[0];
      const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
      const usage = (await ci(`POST /organizations/${org}/usage_export_job`, { start: day(-1), end: day(1) })).body.usage_export_job_id;
      await until(async () => (await ci(`GET /organizations/${org}/usage_export_job/${usage}`)).body.state === 'completed');
      await until(() => told.heard.length === 2);
      const exported = await raw('/_local/state', true, { 'slipway-export-key': exportKey.toString('hex') });
      const row = JSON.parse(exported.split('\n').find((line) => line.includes('ci-continuations'))!).row;
      const opened = createExportSealer(exportKey).open('ci-continuations', row.id, JSON.stringify(row.body));
      const key = (opened as { readonly secret: string }).secret;
      assert.is(key.length, 43);

      const paths = [
        `/output/job/${job.id}`,
        `/output/job/${job.id}/0`,
        `/api/v2/pipeline/${id}`,
        `/api/v2/pipeline/${id}/config`,
        `/api/v2/pipeline/${id}/values`,
        `/api/v2/workflow/${workflow.id}`,
        `/api/v2/workflow/${workflow.id}/job`,
        '/api/v2/project/gh/acme/web/job/1',
        '/api/v2/project/gh/acme/web/1/artifacts',
        '/api/v2/project/gh/acme/web/1/tests',
        '/api/v2/project/gh/acme/web/checkout-key',
        '/api/v2/project/gh/acme/web/settings',
        `/api/v2/webhook?scope-id=${project}&scope-type=project`,
        `/api/v2/owner/${org}/context/config/decision`,
        `/api/v2/owner/${org}/context/config/policy-bundle`,
        `/api/v2/insights/gh/acme/web/workflows`,
        '/_local/requests',
        '/_local/requests?format=har',
        '/_local/requests?format=curl',
        '/_local/info',
        '/_local/settings',
        '/_local/coverage',
        '/_local/faults',
        '/_local/job-outcomes',
        '/_local/openapi/ci',
        '/_local/openapi/workspaces',
        '/_local',
      ];
      const seen = new Map<string, string>();
      for (const path of paths) seen.set(path, await raw(path));
      for (const { url } of (await ci('GET /project/gh/acme/web/1/artifacts')).body.items) seen.set(url, await raw(url));
      for (const url of (await ci(`GET /organizations/${org}/usage_export_job/${usage}`)).body.download_urls)
        seen.set('usage', await raw(url, false));
      seen.set('webhooks', told.heard.join('\n'));
      seen.set('what the service wrote', service.readStderr());
      seen.set('files that jobs left', contents(join(data, 'jobs')));
      seen.set('the export', exported);

      // What proves that there was something to find.
      for (const [where, words] of [
        [`/output/job/${job.id}/0`, 'SEALED=****'],
        [`/output/job/${job.id}/0`, '**** **** ****'],
        [`/output/job/${job.id}/0`, 'decoded **** **** true ****'],
        ['usage', ',look,'],
        ['webhooks', 'job-completed'],
        ['/_local/requests', '"value":"***"'],
        [`/api/v2/owner/${org}/context/config/decision`, 'it is 2'],
      ] as const)
        assert.ok(seen.get(where)!.includes(words), `${where}: ${words}\n${seen.get(where)!.slice(0, 2000)}`);
      const found = [...seen].flatMap(([where, text]) =>
        [...forms, key].filter((form) => text.includes(form)).map((form) => `${where}: ${form}`),
      );
      assert.equal(found, []);
    } finally {
      told.close();
      await service.stop();
    }
  },
);

canaries.run();
