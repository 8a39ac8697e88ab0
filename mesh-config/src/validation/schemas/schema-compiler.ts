import type { Worker } from 'node:worker_threads';
import { startWorker, workerScript } from '@slipway/schema-tools/threads';
import type { CompileResult, CompileJob } from './compile-schema.ts';

/** Compiles schemas apart from the thread that answers requests. */
export interface SchemaCompiler {
  /** Never rejects for what is in a schema; after `stop` it is a fault. */
  compile(job: CompileJob): Promise<CompileResult>;
  stop(): Promise<void>;
}
export interface CompilerLimits {
  /** For one schema; a longer one is given up. */
  readonly milliseconds: number;
  /** Megabytes of the thread's heap. */
  readonly memory: number;
  /** Milliseconds without work after which the thread ends. */
  readonly idle: number;
}

const defaultLimits: CompilerLimits = { milliseconds: 20_000, memory: 512, idle: 10_000 };
const compilerScript = (): URL => workerScript(import.meta.url, 'worker', 'mesh-schema-worker');
const startCompiler = (memory: number): Worker => startWorker(compilerScript(), { resourceLimits: { maxOldGenerationSizeMb: memory } });

/** One thread, begun when there is something to compile, and ended when there has been nothing for a while. */
export const createThreadCompiler = ({ milliseconds, memory, idle }: CompilerLimits = defaultLimits): SchemaCompiler => {
  let worker: Worker | undefined;
  let stopped = false;
  let last: Promise<unknown> = Promise.resolve();
  let resting: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const begun = (): Worker => {
    const made = startCompiler(memory);
    return made.on('exit', () => {
      if (worker === made) worker = undefined;
    });
  };
  const one = (job: CompileJob): Promise<CompileResult> =>
    new Promise((done) => {
      if (stopped) {
        done({ fault: 'the server stops' });
        return;
      }
      clearTimeout(resting);
      const current = (worker ??= begun());
      current.ref();
      const finish = (made: CompileResult, isBroken = false): void => {
        clearTimeout(late);
        current.off('message', taken).off('error', broke).off('exit', gone);
        current.unref();
        if (isBroken) {
          // What it says after it was given up belongs to nobody.
          current.on('error', () => {});
          if (worker === current) worker = undefined;
          void current.terminate();
        } else
          resting = setTimeout(() => {
            void end();
          }, idle).unref();
        done(made);
      };
      const late = setTimeout(() => {
        finish({ fault: `compiling it took longer than ${milliseconds / 1000} s` }, true);
      }, milliseconds).unref();
      const taken = (made: CompileResult): void => {
        finish(made);
      };
      const broke = (error: NodeJS.ErrnoException): void => {
        finish({ fault: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `compiling it took more than ${memory} MB` : error.message }, true);
      };
      const gone = (): void => {
        finish({ fault: stopped ? 'the server stops' : 'compiling it ended the thread' }, true);
      };
      current.once('message', taken).once('error', broke).once('exit', gone);
      current.postMessage(job);
    });
  return {
    compile: (job) => {
      const made = last.then(() => one(job));
      last = made.catch(() => {});
      return made;
    },
    stop: async () => {
      stopped = true;
      clearTimeout(resting);
      await end();
    },
  };
};
