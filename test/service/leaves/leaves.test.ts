// watchdog: 400 s
/**
 * A secret is every scalar leaf of a sensitive value: generated values go through runs of the real engine, which print every leaf in every
 * spelling; then everything that the service tells, keeps and sends is searched for each of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { schedule } from '../../support/scale.ts';
import { skipWithReason } from '../../support/skip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { connect, type EngineRunsTest } from '../../../service/test/engine-runs/support.ts';
import { startProcess } from '../../support/service-processes.ts';
import { startReceiver } from '../../../service/test/receiver.ts';
import { startCollector } from '../../../service/test/tracing/collector.ts';
import { type Doors, openDoors } from '../../../service/test/leaves/doors.ts';
import { listLeaves, listSpellings, printingProgram, renderExpression, sampleSecrets } from '../../../service/test/leaves/secret-values.ts';
import { document, one } from '../../../service/test/documents.ts';

const suiteOf = suite('leaves of sensitive values');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);

const configuration = `variable "db" { type = any }
resource "terraform_data" "a" {
  input = var.db
  provisioner "local-exec" {
    command     = "node print.mjs DB DOCUMENT"
    environment = { DB = jsonencode(var.db) }
  }
}
output "all" { value = var.db }
output "port" { value = var.db.port }
output "password" { value = "x-\${var.db.password}-y" }
check "told" {
  assert {
    condition     = var.db.port < 0
    error_message = "it is \${var.db.password} at \${var.db.port}"
  }
}
`;
const policy = 'package p\ndeny[m] { m := {"quoted": input.plan.variables.db.value, "said": json.marshal(input.plan.planned_values)} }\n';

type Send = (row: string, body?: unknown) => Promise<any>;
const createSend =
  ({ request }: EngineRunsTest): Send =>
  async (row, body) => {
    const answer = await request(row, body);
    if (answer.status >= 300) throw new Error(`${answer.status} ${row} ${JSON.stringify(answer.body)}`);
    return answer.body?.data;
  };

/** A team that reads runs and the outputs of states, and no variables; the secret of its token. */
const createReader = async (send: Send, workspace: string): Promise<string> => {
  const team = await send('POST /organizations/acme/teams', document('teams', { name: 'readers' }));
  const access = { access: 'custom', runs: 'read', variables: 'none', 'state-versions': 'read-outputs' };
  const relationships = { workspace: one('workspaces', workspace), team: one('teams', team.id) };
  await send('POST /team-workspaces', document('team-workspaces', access, relationships));
  return (await send(`POST /teams/${team.id}/authentication-token`, document('authentication-tokens', {}))).attributes.token;
};

/** What is told of each run: a notification, a task that answers, and a policy that quotes the plan. */
const createListeners = async (send: Send, { address }: EngineRunsTest, token: string, workspace: string, url: string): Promise<void> => {
  const told = { name: 'told', 'destination-type': 'generic', enabled: true, url, token: '', triggers: ['run:completed', 'run:planning'] };
  await send(`POST /workspaces/${workspace}/notification-configurations`, document('notification-configurations', told));
  const task = await send('POST /organizations/acme/tasks', document('tasks', { name: 'scan', url, enabled: true }));
  const stages = { 'enforcement-level': 'advisory', stages: ['pre_plan'] };
  await send(`POST /workspaces/${workspace}/tasks`, document('workspace-tasks', stages, { task: one('tasks', task.id) }));
  const rule = { name: 'quote', kind: 'opa', query: 'data.p.deny', 'enforcement-level': 'advisory' };
  const { id } = await send('POST /organizations/acme/policies', document('policies', rule));
  const upload = { method: 'PUT', headers: { authorization: `Bearer ${token}` }, body: policy };
  assert.is((await fetch(`${address}/api/v2/policies/${id}/upload`, upload)).status, 200);
  const policies = { data: [{ type: 'policies', id }] };
  await send('POST /organizations/acme/policy-sets', document('policy-sets', { name: 'rules', kind: 'opa', global: true }, { policies }));
};

/** Waits until the task before the plan is called, and lets it pass. */
const answerTask = async (receiver: Awaited<ReturnType<typeof startReceiver>>, address: string): Promise<void> => {
  while (receiver.received.every(({ text }) => !text.includes('"stage":"pre_plan"'))) await delay(60);
  const call = JSON.parse(receiver.received.find(({ text }) => text.includes('"stage":"pre_plan"'))!.text);
  const headers = { authorization: `Bearer ${call.access_token}`, 'content-type': 'application/vnd.api+json' };
  const body = JSON.stringify(document('task-results', { status: 'passed', message: 'fine' }));
  const { pathname } = new URL(call.task_result_callback_url, address);
  assert.is((await fetch(address + pathname, { method: 'PATCH', headers, body })).status, 200);
};

/** Assesses a workspace, and waits for the result. */
const assess = async ({ request }: EngineRunsTest, workspace: string): Promise<void> => {
  assert.is((await request(`POST /workspaces/${workspace}/actions/assess`)).status < 300, true);
  for (;;) {
    const { status, body } = await request(`GET /workspaces/${workspace}/current-assessment-result`);
    if (status === 200) return assert.is(body.data.attributes.succeeded, true, JSON.stringify(body));
    await delay(60);
  }
};

/** What a token of the organization reads. */
const readAuditTrail = async (send: Send, address: string): Promise<string> => {
  const { attributes } = await send('POST /organizations/acme/authentication-token', document('authentication-tokens', {}));
  const response = await fetch(`${address}/api/v2/organization/audit-trail?page[size]=1000`, {
    headers: { authorization: `Bearer ${attributes.token}` },
  });
  const text = await response.text();
  assert.match(text, '"type":"run"');
  assert.match(text, '"type":"var"');
  return text;
};

/** Everything in the files below a folder. */
const readFiles = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

/** Where a spelling stands in a text; digits in a longer number, such as a duration, are those of that number. -1: nowhere. */
const findSpelling = (text: string, spelling: string): number =>
  /^\d+$/.test(spelling) ? text.search(new RegExp(`(?<![\\d.])${spelling}(?![\\d.])`)) : text.indexOf(spelling);

const findLeaves = (seen: ReadonlyMap<string, string>, spellings: readonly string[]): readonly string[] =>
  [...seen].flatMap(([where, text]) =>
    spellings
      .map((spelling) => [spelling, findSpelling(text, spelling)] as const)
      .filter(([, at]) => at >= 0)
      .slice(0, 3)
      .map(([spelling, at]) => `${where}: ${spelling} … ${text.slice(Math.max(0, at - 60), at + 60)}`),
  );

/** Where whoever may read states, plans with their values, or what a request was told, reads secrets by that right. */
const forOwners =
  /\/(json-output|json-schema|download|hosted[^/]*|temporary)|state-version-outputs\/|\/state-versions\/|\/_|\/plan-exports/;
const textsOf = (doors: Doors, isShown: (path: string) => boolean = () => true): ReadonlyMap<string, string> =>
  new Map([...doors].filter(([path]) => isShown(path)).map(([path, { text }]) => [path, text]));

test('are in no log, document, output, event, notification, task, policy, trace, journal, log of the service or file', async () => {
  const [collector, receiver, data] = [await startCollector(), await startReceiver(), temporaryFolder()];
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.address;
  process.env['OTEL_EXPORTER_OTLP_PROTOCOL'] = 'http/json';
  const flags = ['--data', data, '--run-jobs', '--test-controls', '--journal-bodies', '--private-destinations', 'true'];
  const service = await startProcess(...flags);
  const token = service.token!;
  const here = connect(service.address, token, async () => void (await service.stop()));
  const send = createSend(here);
  try {
    for (const [index, secret] of sampleSecrets(schedule(2, 12)).entries()) {
      // One log is of JSON lines, the next one is text.
      const isStructured = index % 2 === 0;
      const workspace = await here.createWorkspace(`web-${index}`, {
        'auto-apply': true,
        'structured-run-output-enabled': isStructured,
        'assessments-enabled': true,
      });
      const reader = index === 0 ? await createReader(send, workspace) : '';
      if (index === 0) await createListeners(send, here, token, workspace, receiver.url);
      const other = sampleSecrets(index + 100).at(-1)!;
      await here.setVariable(workspace, { key: 'db', value: renderExpression(secret), category: 'infra', hcl: true, sensitive: true });
      await here.setVariable(workspace, { key: 'DOCUMENT', value: JSON.stringify(other), category: 'env', sensitive: true });
      await here.upload(workspace, { 'main.tf': configuration, 'print.mjs': printingProgram });
      const run = await here.start(workspace);
      if (index === 0) {
        await answerTask(receiver, service.address);
      }
      await here.until(run, 'applied').catch(async (error: Error) => {
        throw new Error(`${error.message}: ${await here.log(run, 'plan')} ${await here.log(run, 'apply')}`, { cause: error });
      });
      assert.match(await here.log(run, 'apply'), /leaf \[\*\*\*\*\]/, 'the leaves were printed');
      if (index === 0) await assess(here, workspace);
      const spellings = [secret, other].flatMap(listLeaves).flatMap(listSpellings);
      assert.ok(spellings.length > 20, String(spellings.length));

      const seen = new Map<string, string>();
      const locals = ['/_local/requests', '/_local/requests?format=har', '/_local/info', '/_local/outbox', '/metrics'];
      const doors = await openDoors(service.address, token, locals);
      for (const [path, text] of textsOf(doors, (path) => !forOwners.test(path) || path.startsWith('/_local'))) seen.set(path, text);
      if (reader !== '')
        for (const [path, text] of textsOf(await openDoors(service.address, reader), (path) => !path.includes('state-version-outputs/')))
          seen.set(`reader: ${path}`, text);
      if (index === 0) seen.set('audit trail', await readAuditTrail(send, service.address));
      seen.set('notifications and tasks', receiver.received.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n'));
      seen.set('traces', collector.requests.map(({ text }) => text).join('\n') + JSON.stringify(collector.spans));
      seen.set('what the service wrote', service.readStderr());
      seen.set('files', readFiles(data));
      assert.equal(findLeaves(seen, spellings), []);

      // What proves that there was something to find.
      const statusOf = (pattern: RegExp) => [...doors].filter(([path, { status }]) => pattern.test(path) && status === 200).length > 0;
      for (const pattern of [
        /json-output-redacted$/,
        /current-state-version-outputs$/,
        /run-events/,
        /\/applies\/[^/]+\/log/,
        /\/plans\/[^/]+$/,
      ])
        assert.ok(statusOf(pattern), `${pattern} was read: ${[...doors.keys()].filter((path) => path.includes('log')).join(' ')}`);
      if (index === 0) {
        const policies = [...seen].find(([path, text]) => path.includes('outcomes') && text.includes('quoted'));
        assert.ok(policies, 'the policy said something');
        for (const [path, content] of [
          [/\/assessment-results\/[^/]+\/log-output$/, '"@message"'],
          [/\/assessment-results\/[^/]+$/, '"drifted":'],
          [/\/notification-configurations\/[^/]+$/, '"delivery-responses":[{'],
        ] as const)
          assert.ok(
            [...doors].some(([one, { text, status }]) => path.test(one) && status === 200 && text.includes(content)),
            `${path} was read`,
          );
        assert.ok(receiver.received.length >= 2, 'a notification and a task were sent');
        assert.ok(collector.requests.length > 0, 'spans were sent');
      }
    }
  } finally {
    await here.close();
    receiver.close();
    await collector.close();
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    delete process.env['OTEL_EXPORTER_OTLP_PROTOCOL'];
  }
});

suiteOf.run();
