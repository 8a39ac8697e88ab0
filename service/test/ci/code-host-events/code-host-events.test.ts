import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { replaceUuids } from '../support.ts';
import { pullRequestPayload, pushPayload, mergeQueuePayload, commitSha } from './payloads.ts';
import { sign, startEventTest, type EventTest } from './support.ts';

const hosts = suite<{ here: EventTest }>('CI events of code hosts');
hosts.before.each(async (context) => {
  context.here = await startEventTest();
});
hosts.after.each(async ({ here }) => {
  await here.close();
});

hosts(
  'a push starts a pipeline on its branch, at its commit',
  async ({ here: { sendGithub: github, createTriggers: triggered, ci, pipelines } }) => {
    const {
      id,
      triggers: [trigger],
    } = await triggered('web', { event_preset: 'all-pushes', event_name: 'push' });
    const answer = await github('push', pushPayload('refs/heads/door'));
    const [pipeline] = await pipelines();
    assert.equal(
      [answer.status, answer.body],
      [
        201,
        {
          pipelines: [
            { id: pipeline.id, state: 'pending', number: 1, created_at: '2026-05-01T12:00:00.000Z', project_id: id, trigger_id: trigger },
          ],
          ignored: [],
        },
      ],
    );
    assert.equal(
      [pipeline.trigger, pipeline.vcs],
      [
        { type: 'webhook', received_at: '2026-05-01T12:00:00.000Z', actor: { login: 'olivia', avatar_url: null } },
        {
          provider_name: 'Native',
          branch: 'door',
          tag: null,
          review_id: null,
          revision: commitSha('2'),
          commit: { subject: 'Fix the door', body: 'It was open.' },
        },
      ],
    );
    const { body: values } = await ci(`GET /pipeline/${pipeline.id}/values`);
    const told = Object.fromEntries(
      Object.entries(values).filter(([name]) => /^pipeline\.(trigger|event|trigger_parameters)\./.test(name) && !name.includes('github')),
    );
    assert.equal(replaceUuids(told), {
      'pipeline.trigger.type': 'github_app',
      'pipeline.trigger.id': '#1',
      'pipeline.trigger.name': 'push',
      'pipeline.event.name': 'push',
      'pipeline.event.action': '',
      'pipeline.event.repository.id': '41',
      'pipeline.event.repository.name': 'web',
      'pipeline.event.repository.full_name': 'acme/web',
      'pipeline.event.repository.owner.login': 'acme',
      'pipeline.event.sender.login': 'olivia',
      'pipeline.event.ref': 'refs/heads/door',
      'pipeline.event.before': commitSha('1'),
      'pipeline.event.after': commitSha('2'),
      'pipeline.trigger_parameters.git.branch': 'door',
      'pipeline.trigger_parameters.git.checkout_sha': commitSha('2'),
      'pipeline.trigger_parameters.git.default_branch': 'main',
      'pipeline.trigger_parameters.event_type': 'push',
    });
    assert.is(values['pipeline.event.github.after'], commitSha('2'));
    assert.equal(pipeline.trigger_parameters, {
      'git.branch': 'door',
      'git.checkout_sha': commitSha('2'),
      'git.default_branch': 'main',
      event_type: 'push',
    });
  },
);

hosts('each trigger decides for itself, and says why not', async ({ here: { sendGithub: github, createTriggers: triggered, ci } }) => {
  const { id, triggers } = await triggered('web', 'only-tags', 'default-branch-pushes', 'all-pushes');
  await ci(`PATCH /projects/${id}/triggers/${triggers[1]}`, { disabled: true });
  const { body } = await github('push', pushPayload('refs/heads/main'));
  assert.equal(
    [body.pipelines.map((one: any) => one.trigger_id), body.ignored],
    [
      [triggers[2]],
      [
        { trigger_id: triggers[0], message: 'No pipeline was started: only-tags does not take branch-updated.' },
        { trigger_id: triggers[1], message: 'No pipeline was started: the trigger is disabled.' },
      ],
    ],
  );
});

hosts(
  'who cannot sign is refused, whether or not the organization is there',
  async ({ here: { send, sendGithub: github, createTriggers: triggered, pipelines, ci, org } }) => {
    await triggered('web', 'all-pushes');
    const body = JSON.stringify(pushPayload('refs/heads/main'));
    const refusal = {
      message:
        "the signature is missing or not right: sign the body with the organization's code-host secret (HMAC-SHA256) and " +
        'send X-Hub-Signature-256: sha256=<digest>',
    };
    for (const [path, headers] of [
      ['/hooks/code-host/acme', {}],
      ['/hooks/code-host/acme', { 'x-hub-signature-256': sign('another', body) }],
      ['/hooks/code-host/acme', { 'x-hub-signature-256': 'sha256=' }],
      ['/hooks/code-host/globex', { 'x-hub-signature-256': sign('', body) }],
      ['/hooks/code-host/nobody', { 'x-hub-signature-256': sign('', body) }],
    ] as const) {
      const answer = await send(path, body, { 'x-github-event': 'push', ...headers });
      assert.equal([answer.status, answer.body], [403, refusal]);
    }
    assert.is((await github('push', pushPayload('refs/heads/main'))).status, 201);
    await ci(`POST /organizations/${org}/code-host-secret`);
    assert.is((await github('push', pushPayload('refs/heads/main'))).status, 403, 'a new secret voids the one before');
    assert.is((await pipelines()).length, 1);
  },
);

hosts('the secret is returned once, to owners only', async ({ here: { ci, org, listening } }) => {
  const read = await ci(`GET /organizations/${org}/code-host-secret`);
  assert.equal(
    [read.status, read.body],
    [200, { url: 'http://slipway.test/hooks/code-host/acme', created_at: '2026-05-01T12:00:00.000Z' }],
  );
  for (const method of ['GET', 'POST', 'DELETE'])
    assert.is((await ci(`${method} /organizations/${org}/code-host-secret`, undefined, { token: 'mia-token' })).status, 403);
  assert.is((await ci(`GET /organizations/${org}/code-host-secret`, undefined, { token: 'stranger-token' })).status, 404);
  assert.equal((await ci(`DELETE /organizations/${org}/code-host-secret`)).body, { message: 'Code-host secret deleted.' });
  assert.is((await ci(`GET /organizations/${org}/code-host-secret`)).body.created_at, null);
  assert.ok(listening.port > 0);
});

hosts(
  'a delivery that comes again is answered as it was and starts nothing',
  async ({ here: { sendGithub: github, createTriggers: triggered, pipelines } }) => {
    await triggered('web', 'all-pushes');
    const id = { 'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958' };
    const first = await github('push', pushPayload('refs/heads/main'), id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => github('push', pushPayload('refs/heads/main'), id)));
    assert.is(first.status, 201);
    for (const answer of answers) assert.equal([answer.status, answer.body], [200, first.body]);
    assert.is((await pipelines()).length, 1);
    await github('push', pushPayload('refs/heads/main'), { 'x-github-delivery': 'another' });
    assert.is((await pipelines()).length, 2);
  },
);

hosts('a commit that asks to be skipped starts nothing', async ({ here: { sendGithub: github, createTriggers: triggered, pipelines } }) => {
  await triggered('web', 'all-pushes');
  for (const message of ['docs [ci skip]', 'docs\n\n[skip ci]']) {
    const { status, body } = await github('push', pushPayload('refs/heads/main', { head_commit: { id: commitSha('2'), message } }));
    assert.equal(
      [status, body.pipelines, body.ignored[0].message],
      [200, [], 'No pipeline was started: the commit message has a skip marker.'],
    );
  }
  assert.equal(await pipelines(), []);
});

hosts(
  'a merge queue tells of one commit in two ways, which is one pipeline',
  async ({ here: { sendGithub: github, createTriggers: triggered, pipelines } }) => {
    await triggered('web', 'pushes-to-merge-queues');
    await github('merge_group', mergeQueuePayload());
    await github(
      'push',
      pushPayload('refs/heads/gh-readonly-queue/main/pr-7-abc', {
        created: true,
        head_commit: { id: commitSha('5'), message: 'Merge #7' },
      }),
    );
    const all = await pipelines();
    assert.equal(
      all.map(({ vcs: { branch, revision } }: any) => [branch, revision]),
      [['gh-readonly-queue/main/pr-7-abc', commitSha('5')]],
    );
  },
);

hosts(
  'a branch that is gone is built at the default branch, and its name can be read',
  async ({ here: { sendGithub: github, createTriggers: triggered, pipelines, ci } }) => {
    await triggered('web', 'only-branch-delete');
    await github('push', pushPayload('refs/heads/door', { deleted: true, after: commitSha('0'), head_commit: null }));
    const [{ id, vcs }] = await pipelines();
    assert.equal(
      [vcs, (await ci(`GET /pipeline/${id}/values`)).body['pipeline.event.ref']],
      [{ provider_name: 'Native', branch: 'main', tag: null, review_id: null, revision: null, commit: null }, 'refs/heads/door'],
    );
  },
);

hosts(
  'a form, a ping, another event, what is no event',
  async ({ here: { sendGithub: github, send, createTriggers: triggered, ci, org } }) => {
    await triggered('web', 'only-open-prs');
    const { secret } = (await ci(`POST /organizations/${org}/code-host-secret`)).body;
    const form = new URLSearchParams({ payload: JSON.stringify(pullRequestPayload('opened')) }).toString();
    const sent = (body: string, event: string, type = 'application/json') =>
      send('/hooks/code-host/acme', body, { 'content-type': type, 'x-github-event': event, 'x-hub-signature-256': sign(secret, body) });
    assert.is((await sent(form, 'pull_request', 'application/x-www-form-urlencoded')).status, 201);
    assert.equal((await sent('{"zen":"Keep it logically awesome."}', 'ping')).body, { pipelines: [], ignored: [] });
    assert.equal((await sent('{}', 'star')).body, {
      pipelines: [],
      ignored: [{ message: 'No pipeline was started: the event "star" starts none.' }],
    });
    assert.equal(await sent('{', 'push'), { status: 400, body: { message: 'the body is not valid JSON' } });
    assert.equal(await sent('{}', 'push'), { status: 400, body: { message: 'ref: is required in this event' } });
    assert.equal((await sent(JSON.stringify({ ...pullRequestPayload('opened'), repository: { id: 5 } }), 'pull_request')).body, {
      pipelines: [],
      ignored: [{ message: 'No pipeline was started: no trigger hears of the repository 5.' }],
    });
    assert.is((await github('push', {})).status, 403);
  },
);

hosts.run();
