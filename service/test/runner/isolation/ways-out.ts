/** Ways out of a piece of work, and what they lead to. Nothing is sent outside of this machine. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, copyFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { killMarkedProcesses } from '../../../src/runner/marked-processes.ts';
import { createPlaces, type Places, type User } from './sandboxed.ts';

/** What is there to be reached: a process with a secret, and sockets of a service. */
export interface Targets {
  readonly places: Places;
  readonly victim: ChildProcess;
  readonly variables: { readonly [name: string]: string };
  close(): Promise<void>;
}

const listen = (place: string | undefined): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.end('CANARY of a socket')).on('error', () => undefined);
    if (place === undefined) server.listen(0, '127.0.0.1', () => resolve(server));
    else server.listen(place, () => resolve(server));
  });

export const createTargets = async (user: User): Promise<Targets> => {
  const places = createPlaces(user);
  const socket = join(places.data, 'service.sock');
  const servers = [await listen(socket), await listen(undefined)];
  chmodSync(socket, 0o777);
  const identity = user === 'ordinary' ? { uid: 65_534, gid: 65_534 } : {};
  const victim = spawn('/bin/sleep', ['100'], { env: { SECRET: 'CANARY of a process' }, stdio: 'ignore', ...identity });
  const { port } = servers[1]!.address() as { port: number };
  return {
    places,
    victim,
    variables: { SOCKET: socket, PORT: `${port}`, VICTIM: `${victim.pid}` },
    close: async () => {
      victim.kill('SIGKILL');
      await killMarkedProcesses(places.mark);
      for (const server of servers) server.close();
    },
  };
};

const connectTo = (place: string): string =>
  `"$NODE" -e 'require("net").connect(${place}).on("data",(d)=>console.log(String(d))).on("error",(e)=>console.log(e.code))'`;

/** Each prints CANARY when it succeeds. `as`: the user who could do it at all; undefined: everybody. */
export const ways: readonly { readonly name: string; readonly script: string; readonly as?: User }[] = [
  { name: "another run's folder", script: 'cat "$OTHER/secret"; echo x > "$OTHER/new" && echo CANARY' },
  { name: 'the data folder', script: 'cat "$DATA/slipway.key"; echo x > "$DATA/new" && echo CANARY' },
  {
    name: '/proc: the environment of another process',
    script: 'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep SECRET=CANARY',
  },
  {
    name: '/proc: a setting of the machine',
    script: 'v=$(cat /proc/sys/vm/swappiness); echo "$v" > /proc/sys/vm/swappiness && echo CANARY',
    as: 'root',
  },
  {
    // Who reads the memory of a process has to have the right to trace it.
    name: 'ptrace: the memory of another process',
    script:
      'for p in /proc/[0-9]*; do tr "\\0" " " < $p/cmdline | grep -q "^/bin/sleep 100" || continue; ' +
      'a=$(head -1 $p/maps | cut -d- -f1); dd if=$p/mem bs=1 count=4 skip=$((0x$a)) 2>/dev/null | grep -q ELF && echo CANARY; done',
  },
  { name: 'a signal to another process', script: 'kill -0 "$VICTIM" && echo CANARY' },
  { name: 'a socket of the service', script: connectTo('process.env.SOCKET') },
  { name: 'a setuid program', script: '"$OWN/identity" -u | grep -x 0 && echo CANARY', as: 'ordinary' },
  { name: 'a device that it makes', script: 'mknod "$OWN/device" c 1 3 && echo CANARY', as: 'root' },
  {
    name: 'a full disk of its own: memory that is shared',
    script: 'head -c 100000000 /dev/zero > /dev/shm/$$.fill && echo CANARY; rm -f /dev/shm/$$.fill',
  },
  { name: 'the loopback of the host, where the network is none', script: connectTo('Number(process.env.PORT), "127.0.0.1"') },
];

/** A program of the user root that whoever starts it becomes root by. */
export const placeSetuidProgram = ({ own }: Places): void => {
  copyFileSync(execFileSync('sh', ['-c', 'command -v id'], { encoding: 'utf8' }).trim(), join(own, 'identity'));
  chmodSync(join(own, 'identity'), 0o4755);
};
