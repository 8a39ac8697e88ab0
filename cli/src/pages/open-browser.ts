import { spawn } from 'node:child_process';
import type { ProcessEnvironment } from 'slipway/engine/find-engine';

/** The program that opens an address on this platform; undefined: there is no display to open it on. */
export const findOpener = (
  platform: NodeJS.Platform,
  { DISPLAY, WAYLAND_DISPLAY }: ProcessEnvironment,
): readonly [program: string, ...args: string[]] | undefined => {
  if (platform === 'darwin') return ['open'];
  // `start` is a word of the shell, which would read `&` in an address.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
};

/** Opens an address in a browser, without waiting for it. Returns the reason in words if that is not possible. */
export const openBrowser = async (address: string): Promise<string | undefined> => {
  const opener = findOpener(process.platform, process.env);
  if (!opener) return 'There is no display to open it on.';
  const [program, ...args] = opener;
  return new Promise((done) => {
    const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
    child.on('error', (error) => done(`It cannot be opened: ${program}: ${(error as NodeJS.ErrnoException).code ?? error.message}.`));
    child.on('spawn', () => {
      child.unref();
      done(undefined);
    });
  });
};
