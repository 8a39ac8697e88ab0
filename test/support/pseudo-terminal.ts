import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Runs a program in a terminal of 80 columns, passes on what it prints, and ends with its code. */
const script = `
import fcntl, os, pty, struct, sys, termios
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
try:
    while True:
        data = os.read(terminal, 65536)
        if not data:
            break
        os.write(1, data)
except OSError:
    pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

/** Why there is no pseudo-terminal; undefined: there is. */
export const noPseudoTerminal =
  spawnSync('python3', ['-c', 'import pty, termios']).status === 0 ? undefined : 'python3 with its module pty is not installed';

/** Runs the built `slipway` in a terminal; both streams are in `text`. */
export function runSlipwayInTerminal(
  args: readonly string[],
  { folder, environment }: { readonly folder?: string; readonly environment?: Readonly<Record<string, string | undefined>> } = {},
): Promise<{ readonly code: number | null; readonly text: string }> {
  const bin = resolve(import.meta.dirname, '../../cli/bin/slipway.cjs');
  const inherited = Object.entries(process.env).filter(([name]) => !/^(NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE)$/.test(name));
  const running = spawn('python3', ['-c', script, process.execPath, bin, ...args], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), TERM: 'xterm-256color', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  running.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  return new Promise((done, fail) => {
    running.on('error', fail).on('close', (code) => done({ code, text }));
  });
}
