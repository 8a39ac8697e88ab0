/** A real browser without a window, when Chromium is on the PATH: driven through a pipe, so that it opens no port. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { temporaryFolder } from './temporary-folder.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome'];
const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
/** The path of Chromium; undefined if there is none. */
export const chromiumPath: string | undefined = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find(isExecutable);

interface BrowserMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, any>;
  readonly result?: Record<string, any>;
  readonly error?: { readonly message: string };
}
export interface Browser {
  /** Opens an address, and waits until it is loaded. */
  visit(address: string): Promise<void>;
  /** The value of an expression in the page, awaited when it is a promise. Fails with what it throws. */
  evaluate(expression: string): Promise<unknown>;
  setWidth(pixels: number): Promise<void>;
  /** A picture of what is visible, as PNG. */
  picture(): Promise<Buffer>;
  /** What the console has as a warning or an error, what threw, and what was requested and failed; since the start. */
  readonly problems: readonly string[];
  /** Every address that was requested. */
  readonly requested: readonly string[];
  close(): Promise<void>;
}

/** Messages end with a zero byte, in both directions. */
function connect(input: Writable, output: Readable, listen: (message: BrowserMessage) => void) {
  const waiting = new Map<number, (message: BrowserMessage) => void>();
  let [text, last] = ['', 0];
  output.setEncoding('utf8').on('data', (piece: string) => {
    const messages = (text + piece).split('\0');
    text = messages.pop()!;
    for (const message of messages.map((one) => JSON.parse(one) as BrowserMessage)) {
      if (message.id === undefined) listen(message);
      else waiting.get(message.id)?.(message);
    }
  });
  return (method: string, params: object, sessionId?: string): Promise<Record<string, any>> =>
    new Promise((done, fail) => {
      const id = ++last;
      waiting.set(id, ({ result, error }) => (error ? fail(new Error(`${method}: ${error.message}`)) : done(result!)));
      input.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
    });
}

/** Starts Chromium with an empty profile. */
export async function openBrowser(path: string): Promise<Browser> {
  const profile = temporaryFolder({});
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'];
  const child = spawn(path, [...flags, `--user-data-dir=${profile}`, '--remote-debugging-pipe', 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const [problems, requested] = [[] as string[], [] as string[]];
  let loaded = () => {};
  const send = connect(child.stdio[3] as Writable, child.stdio[4] as Readable, ({ method, params }) => {
    if (method === 'Page.loadEventFired') loaded();
    if (method === 'Network.requestWillBeSent') requested.push(params!['request'].url as string);
    if (method === 'Network.loadingFailed') problems.push(`a request failed: ${params!['errorText']}`);
    if (method === 'Runtime.exceptionThrown') problems.push(params!['exceptionDetails'].exception?.description ?? 'an exception');
    if (method === 'Log.entryAdded' && ['warning', 'error'].includes(params!['entry'].level))
      problems.push(params!['entry'].text as string);
    if (method === 'Runtime.consoleAPICalled' && ['warning', 'error'].includes(params!['type']))
      problems.push(params!['args'].map((one: { value?: unknown }) => String(one.value)).join(' '));
  });
  const { targetInfos } = await send('Target.getTargets', {});
  const { targetId } = targetInfos.find(({ type }: { type: string }) => type === 'page');
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const inPage = (method: string, params: object = {}) => send(method, params, sessionId as string);
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await inPage(`${domain}.enable`);
  return {
    problems,
    requested,
    async visit(address) {
      const done = new Promise<void>((resolve) => (loaded = resolve));
      await inPage('Page.navigate', { url: address });
      await done;
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = await inPage('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    setWidth: (width) =>
      inPage('Emulation.setDeviceMetricsOverride', { width, height: 800, deviceScaleFactor: 1, mobile: false }).then(() => {}),
    picture: async () => Buffer.from((await inPage('Page.captureScreenshot')).data as string, 'base64'),
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
