// watchdog: 600 s
/**
 * Files of 32 MB are read outside of the main thread: each endpoint that takes files is sent the worst of them, over a store in a folder.
 */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bodySizeLimits } from '../../src/http/body.ts';
import { apiDefinitions } from '../../src/service.ts';
import { schedule } from '@slipway/test-support/scale';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import {
  type Cost,
  type CostLimits,
  describeCost,
  isTooMuch,
  limits,
  measureCost,
  type MonitoredProcess,
  startMonitoredProcess,
} from './hostile/measure.ts';
import { closedUploads, type HostileContent, type HostileUpload, uploads } from './hostile/uploads.ts';

/**
 * In milliseconds. Health is asked by the process that sends the 32 MB, and waits for it. Memory for 32 MB comes slowly on a machine with
 * other work: the suite allows twice the time, which is far below what reading them in the main thread takes.
 */
const most: CostLimits = { held: schedule(2 * limits.held, limits.held), health: 1000 };

const hostile = suite<{ service: MonitoredProcess; serial: number }>('hostile uploads');
hostile.before(async (context) => {
  context.service = await startMonitoredProcess('--data', join(temporaryFolder(), 'data'), '--test-controls');
  context.serial = 0;
});
hostile.after(async ({ service }) => {
  await service.stop();
});

const request =
  (service: MonitoredProcess, workspace: string) =>
  async (row: string, body?: unknown): Promise<any> => {
    const { status, body: answer } = await service.request(service.token, row.replace('{workspace}', workspace), body);
    assert.ok(status < 300, `${row}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };

const put = async ({ address, token }: MonitoredProcess, path: string, content: Buffer<ArrayBuffer>, method = 'PUT'): Promise<number> => {
  const headers = { 'content-type': 'application/octet-stream', authorization: `Bearer ${token}` };
  const upload: RequestInit = { method, body: content, headers, signal: AbortSignal.timeout(limits.answer) };
  const response = await fetch(path.startsWith('/') ? address + path : path, upload);
  await response.arrayBuffer();
  return response.status;
};

hostile('are sent to every endpoint that takes 32 MB', () => {
  const routes = apiDefinitions.flatMap(({ routes: all }) => all);
  assert.equal(
    routes
      .filter(({ binaryBody, maxBodyBytes = bodySizeLimits.bytes }) => binaryBody && maxBodyBytes === bodySizeLimits.bytes)
      .map(({ endpoint }) => endpoint)
      .sort(),
    [...uploads.map(({ endpoint }) => endpoint), ...closedUploads.map(([endpoint]) => endpoint)].sort(),
  );
});

const createLockedWorkspace = async (service: MonitoredProcess, name: string): Promise<string> => {
  const ask = request(service, '');
  const { id } = (await ask('POST /organizations/acme/workspaces', { data: { type: 'workspaces', attributes: { name } } })).data;
  await ask(`POST /workspaces/${id}/actions/lock`, { reason: 'uploads' });
  return id;
};

hostile('hold the event loop no longer than other requests do, also those that are stored, and health answers', async (context) => {
  const { service } = context;
  const found: string[] = [];
  const judge = (endpoint: string, { name, status }: Pick<HostileContent, 'name' | 'status'>, cost: Cost): void => {
    if (cost.status !== status || isTooMuch(cost, most)) found.push(`${endpoint}, ${name}: ${describeCost(cost)}; expected ${status}`);
  };
  const measureUpload = async ({ endpoint, prepare, method }: HostileUpload, content: HostileContent): Promise<void> => {
    const workspace = await createLockedWorkspace(service, `w${context.serial}`);
    // Not while health is asked: it would wait for this process.
    const bytes = content.build();
    const cost = await measureCost(
      service,
      async () => put(service, await prepare(request(service, workspace), ++context.serial), bytes, method),
      most,
    );
    judge(endpoint, content, cost);
  };
  for (const upload of uploads)
    for (const content of upload.contents) if (schedule(content.isAlways ?? false, true)) await measureUpload(upload, content);
  const file = Buffer.alloc(bodySizeLimits.bytes, 1);
  for (const [endpoint, path] of closedUploads)
    judge(
      endpoint,
      { name: 'without its secret', status: 404 },
      await measureCost(service, () => put(service, path, file, endpoint.split(' ')[0])),
    );
  assert.equal(found, []);
  assert.is(service.readStderr(), '');
});

hostile.run();
