import type { ServerResponse } from 'node:http';
import type { Component } from '../lifecycle/component.ts';
import { createHttpListener } from '../http/http-listener.ts';
import { describeListenError } from '../http/describe-listen-error.ts';
import { recordCpuProfile, startHeapSampler } from './profiler.ts';

/** Seconds that a profile may take. */
const maxSeconds = 600,
  defaultSeconds = 30;
const pages = {
  cmdline: 'the command line',
  heap: 'who holds memory, sampled since profiling began',
  profile: "where the processor's time goes; ?seconds=30",
  symbol: 'for pprof: names are in the profiles already',
} as const;
/** What pprof's own index also names, and a program for Node has not. */
const unsupportedProfiles = ['allocs', 'block', 'goroutine', 'mutex', 'threadcreate', 'trace'] as const;

const renderIndex = (): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>/debug/pprof/</title><h1>/debug/pprof/</h1><ul>${Object.entries(pages)
    .map(([name, about]) => `<li><a href="${name}">${name}</a>: ${about}</li>`)
    .join('')}</ul></html>\n`;

/** Profiles that `pprof` reads, at `--pprofPort`: only when profiling is enabled, and on loopback. */
export const createProfilingServer = (port: number): Component & { port(): number } => {
  let heap: Awaited<ReturnType<typeof startHeapSampler>> | undefined;
  let busy = false;
  const answer = (
    response: ServerResponse,
    status: number,
    type: string,
    body: string | Buffer,
    more: Readonly<Record<string, string>> = {},
  ): void => {
    response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff', ...more }).end(body);
  };
  const text = (response: ServerResponse, status: number, words: string): void => {
    answer(response, status, 'text/plain; charset=utf-8', words);
  };
  const profile = async (response: ServerResponse, given: string | null): Promise<void> => {
    const seconds = given === null ? defaultSeconds : Number(given);
    if (!(seconds > 0 && seconds <= maxSeconds)) {
      text(response, 400, `expected seconds above 0 and up to ${maxSeconds}\n`);
      return;
    }
    if (busy) {
      text(response, 409, 'a profile is being taken; there is one at a time\n');
      return;
    }
    busy = true;
    const gone = new AbortController();
    response.on('close', () => {
      gone.abort();
    });
    try {
      answer(response, 200, 'application/octet-stream', await recordCpuProfile(seconds, gone.signal), {
        'content-disposition': 'attachment; filename="profile"',
      });
    } finally {
      busy = false;
    }
  };
  const listener = createHttpListener(
    (request, response) => {
      // Not by URL, to which `//` is no address at all: nobody ends the program by asking for that.
      const [pathname = '/', query = ''] = (request.url ?? '/').split('?', 2);
      const name = pathname.replace(/^\/debug\/pprof\//, '');
      const failed = (error: unknown): void => {
        if (response.headersSent) response.destroy();
        else text(response, 500, `this is our fault, please report it: ${(error as Error).message}\n`);
      };
      if (pathname === '/') answer(response, 303, 'text/plain; charset=utf-8', '', { location: '/debug/pprof/' });
      else if (pathname === '/debug/pprof/') answer(response, 200, 'text/html; charset=utf-8', renderIndex());
      else if (!pathname.startsWith('/debug/pprof/')) text(response, 404, 'profiles are below /debug/pprof/\n');
      else if (name === 'cmdline') text(response, 200, process.argv.slice(1).join('\0'));
      else if (name === 'symbol') text(response, 200, 'num_symbols: 1\n');
      else if (name === 'profile') profile(response, new URLSearchParams(query).get('seconds')).catch(failed);
      else if (name === 'heap')
        heap!.profile().then((bytes) => {
          answer(response, 200, 'application/octet-stream', bytes, { 'content-disposition': 'attachment; filename="heap"' });
        }, failed);
      else if ((unsupportedProfiles as readonly string[]).includes(name))
        text(response, 501, `${name} is what Go has and Node has not; there are ${Object.keys(pages).join(', ')}\n`);
      else text(response, 404, `Unknown profile; there are ${Object.keys(pages).join(', ')}\n`);
    },
    { port, host: 'localhost' },
  );
  return {
    name: 'profiling',
    port: listener.port,
    start: async () => {
      await listener.start().catch((error: unknown) => {
        throw new Error(`unable to start profiling: ${describeListenError(error, `:${port}`)}`);
      });
      heap = await startHeapSampler();
    },
    stop: async () => {
      await listener.stop();
      await heap?.stop();
    },
  };
};
