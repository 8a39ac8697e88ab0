import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { opendir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { text } from 'node:stream/consumers';
import picomatch from 'picomatch';
import { AgentFailure, type AgentIo, type TestTimings } from './agent-io.ts';
import { haltFile, timingsFile } from './agent-files.ts';

/** Entries of folders that a pattern visits. */
const maxEntries = 200_000;

/** The files below a folder that a pattern matches. Links are not followed. */
async function listMatches(root: string, given: string): Promise<readonly string[]> {
  const pattern = given.replace(/^(\.\/)+/, '');
  const { base } = picomatch.scan(pattern);
  const isMatch = picomatch(pattern, { dot: true });
  const [found, folders]: [string[], string[]] = [[], [base]];
  if (base === pattern) return existsSync(posix.resolve(root, pattern)) ? [pattern] : [];
  let visited = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await opendir(posix.resolve(root, folder)).catch(() => []);
    for await (const entry of entries) {
      if (++visited > maxEntries) throw new AgentFailure(`${given} visits more than ${maxEntries} files`);
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (isMatch(path)) found.push(path);
    }
  }
  return found;
}

const runCommand = (command: string, input: string, folder: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
    const child = spawn(shell, ['-c', command], { cwd: folder, stdio: ['pipe', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) => {
      resolve(code ?? 1);
    });
    // A command may end before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });

async function readTimings(folder: string): Promise<TestTimings | undefined> {
  const file = join(folder, timingsFile);
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as TestTimings) : undefined;
}

/** The files and streams of this process. `agentFolder`: where the runner keeps what the program needs. */
export const createProcessIo = (agentFolder: string): AgentIo => {
  const folder = process.cwd();
  return {
    environment: process.env,
    folder,
    readInput: () => text(process.stdin),
    readFile: (path) =>
      readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new AgentFailure(`${path} cannot be read (${error.code})`);
      }),
    sizeOf: async (path) => (await stat(path)).size,
    listMatches: (pattern) => listMatches(folder, pattern),
    readTimings: () => readTimings(agentFolder),
    halt: () => writeFile(join(agentFolder, haltFile), ''),
    runCommand: (command, input) => runCommand(command, input, folder),
    write: (line) => process.stdout.write(line),
    writeError: (line) => process.stderr.write(line),
  };
};
