/** The first process of a container, in a namespace of processes that bubblewrap makes: its signals go to all of them. */
import { spawn } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { enterContainer } from '../../../../src/runner/isolation/docker/container-entry.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { isolated } from '../sandboxed.ts';

const test = suite('the first process of a container');
const real = isolated(test);

/** `onOutput` gets the output so far, and the standard input of the container. */
const enter = (
  script: string,
  onOutput: (output: string, input: NodeJS.WritableStream) => void = () => undefined,
  options: readonly string[] = ['--as-pid-1'],
): Promise<{ readonly code: number | null; readonly output: string; readonly said: string }> => {
  const { words, environment } = enterContainer({ A: 'a b', PATH: '/given' }, temporaryFolder(), ['/bin/sh', '-c', script]);
  const sandbox = ['--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', ...options];
  const child = spawn('bwrap', [...sandbox, '--', '/bin/sh', ...words], { env: { ...environment, PATH: process.env['PATH'] } });
  let [output, said] = ['', ''];
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
    onOutput(output, child.stdin);
  });
  child.stdin.on('error', () => undefined);
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, output, said }));
  });
};

real('gives the command its variables and its exit code, and says that it has ended', async () => {
  const { code, output, said } = await enter('echo "$A $PATH"; echo err >&2; exit 7');
  assert.equal({ code, output, said }, { code: 7, output: `a b /given:${process.env['PATH']}\nerr\n`, said: 'slipway-ended 7\n' });
});

real('hands a signal to the command, which has its time', async () => {
  const script = "trap '/bin/sleep 0.2; echo stored; exit 3' INT; echo ready; while :; do /bin/sleep 0.05; done";
  const { code, output } = await enter(script, (text, input) => {
    if (text === 'ready\n') input.write('INT\n');
  });
  assert.equal([code, output], [3, 'ready\nstored\n']);
});

real('ends all processes at the end of its input', async () => {
  const { code, said } = await enter('echo ready; /bin/sleep 100', (_, input) => input.end());
  assert.is(code, 137);
  assert.match(said, /slipway-ended 137\n$/);
});

real('refuses to work where it is not the first process', async () => {
  const { code, said } = await enter('echo never', undefined, []);
  assert.equal([code, said], [126, 'the container has no processes of its own\n']);
});

test.run();
