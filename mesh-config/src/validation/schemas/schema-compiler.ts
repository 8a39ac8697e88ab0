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
  /** Time limit for one schema; a longer compilation is aborted. */
  readonly milliseconds: number;
  /** Megabytes of the thread's heap. */
  readonly memory: number;
  /** Milliseconds without work after which the thread ends. */
  readonly idle: number;
}

const defaultLimits: CompilerLimits = { milliseconds: 20_000, memory: 512, idle: 10_000 };
const compilerScript = (): URL => workerScript(import.meta.url, 'worker', 'mesh-schema-worker');
const startCompiler = (memory: number): Worker => startWorker(compilerScript(), { resourceLimits: { maxOldGenerationSizeMb: memory } });

interface ThreadCompiler {
  readonly limits: CompilerLimits;
  worker: Worker | undefined;
  isStopped: boolean;
  idleTimer: NodeJS.Timeout | undefined;
}

const endWorker = async (compiler: ThreadCompiler): Promise<void> => {
  const { worker } = compiler;
  compiler.worker = undefined;
  await worker?.terminate();
};

const runningWorker = (compiler: ThreadCompiler): Worker => {
  clearTimeout(compiler.idleTimer);
  if (compiler.worker) return compiler.worker;
  const worker = startCompiler(compiler.limits.memory);
  compiler.worker = worker;
  return worker.on('exit', () => {
    if (compiler.worker === worker) compiler.worker = undefined;
  });
};

/** Keeps the worker for a while, or gives it up after a failure. */
const releaseWorker = (compiler: ThreadCompiler, worker: Worker, isBroken: boolean): void => {
  worker.unref();
  if (!isBroken) {
    compiler.idleTimer = setTimeout(() => {
      void endWorker(compiler);
    }, compiler.limits.idle).unref();
    return;
  }
  // Later errors of a worker that was given up are ignored.
  worker.on('error', () => {});
  if (compiler.worker === worker) compiler.worker = undefined;
  void worker.terminate();
};

const compileInThread = (compiler: ThreadCompiler, job: CompileJob): Promise<CompileResult> =>
  new Promise((done) => {
    if (compiler.isStopped) {
      done({ fault: 'the server is stopping' });
      return;
    }
    const { milliseconds, memory } = compiler.limits;
    const worker = runningWorker(compiler);
    worker.ref();
    const finish = (result: CompileResult, isBroken = false): void => {
      clearTimeout(timeout);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      releaseWorker(compiler, worker, isBroken);
      done(result);
    };
    const timeout = setTimeout(() => {
      finish({ fault: `compiling it took longer than ${milliseconds / 1000} s` }, true);
    }, milliseconds).unref();
    const onMessage = (result: CompileResult): void => {
      finish(result);
    };
    const onError = (error: NodeJS.ErrnoException): void => {
      finish({ fault: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `compiling it took more than ${memory} MB` : error.message }, true);
    };
    const onExit = (): void => {
      finish({ fault: compiler.isStopped ? 'the server is stopping' : 'compiling it ended the thread' }, true);
    };
    worker.once('message', onMessage).once('error', onError).once('exit', onExit);
    worker.postMessage(job);
  });

/** One thread, started when there is something to compile, and ended after a while without work. Compiles one schema at a time. */
export const createThreadCompiler = (limits: CompilerLimits = defaultLimits): SchemaCompiler => {
  const compiler: ThreadCompiler = { limits, worker: undefined, isStopped: false, idleTimer: undefined };
  let queue: Promise<unknown> = Promise.resolve();
  return {
    compile: (job) => {
      const result = queue.then(() => compileInThread(compiler, job));
      queue = result.catch(() => {});
      return result;
    },
    stop: async () => {
      compiler.isStopped = true;
      clearTimeout(compiler.idleTimer);
      await endWorker(compiler);
    },
  };
};
