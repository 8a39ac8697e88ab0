import { spawn } from 'node:child_process';
import { cleanEnvironment } from './environment.ts';
import type { Figure } from './figure.ts';
import { memoryUsage, cpuSeconds } from './process-usage.ts';
import { runLoad } from './run-load.ts';
import { token } from './service-process.ts';
import { undoAtExit } from './undo-at-exit.ts';

/** Milliseconds from exec to the end of a Node that does nothing: how fast the machine is at this moment. */
export const timeBareNode = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    spawn(process.execPath, ['-e', '0'], { env: cleanEnvironment, stdio: 'ignore' })
      .once('exit', () => resolve(performance.now() - began))
      .once('error', reject);
  });

export const bareNodeTitle = 'bare `node -e 0`, for comparison';

/** What starts and processor times of a part are divided by: measured beside them. */
export const measureBareNode = async (rounds = 11): Promise<Figure> => {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) samples.push(await timeBareNode());
  return { title: bareNodeTitle, unit: 'ms', samples };
};

/** Answers each request with a document of 2 KB, and prints its port. */
const program = `
const body = JSON.stringify({ data: { id: 'one', attributes: { text: 'x'.repeat(2000) } } });
const headers = { 'content-type': 'application/json', 'content-length': body.length };
require('node:http').createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, headers).end(body));
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;

export const bareServerTitles = {
  rate: 'bare Node server, 64 clients, for comparison',
  processorTime: 'bare Node server: CPU for 1,000, for comparison',
  memory: 'bare Node server: memory after it, for comparison',
} as const;

/** An HTTP server of Node without anything else, under the load that the service gets. */
export const measureBareServer = async (rounds = 5): Promise<readonly Figure[]> => {
  const child = spawn(process.execPath, ['-e', program], { env: cleanEnvironment, stdio: ['ignore', 'pipe', 'inherit'] });
  undoAtExit(() => child.kill('SIGKILL'));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.stdout.once('data', (text: Buffer) => resolve(Number(text)));
  });
  const pid = child.pid!;
  const work = { port, token, status: 200, clients: 64, milliseconds: 60_000, count: 20_000, requests: [{ method: 'GET', path: '/' }] };
  await runLoad({ ...work, count: 5_000 });
  const [perSecond, microseconds]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const before = cpuSeconds(pid);
    const { answered, seconds } = await runLoad(work);
    perSecond.push(answered / seconds);
    microseconds.push(((cpuSeconds(pid) - before) / answered) * 1e6);
  }
  const { now } = memoryUsage(pid);
  child.kill('SIGKILL');
  return [
    { title: bareServerTitles.rate, unit: 'per second', samples: perSecond },
    { title: bareServerTitles.processorTime, unit: 'ms', samples: microseconds },
    { title: bareServerTitles.memory, unit: 'MB', samples: [now] },
  ];
};
