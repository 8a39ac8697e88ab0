import { type HeapProfiler, type Profiler, Session } from 'node:inspector/promises';
import { type ProfileSample, encodePprof } from './pprof.ts';

/** Microseconds between samples of a CPU profile; bytes between those of the heap, which V8 takes at random about so far apart. */
const cpuInterval = 1000,
  heapInterval = 128 * 1024;

/** Each node's time is its self time; its parent is its caller. */
const cpuSamplesOf = ({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): readonly ProfileSample[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const counts = new Map<number, { count: number; microseconds: number }>();
  samples.forEach((id, index) => {
    const entry = counts.get(id) ?? { count: 0, microseconds: 0 };
    counts.set(id, { count: entry.count + 1, microseconds: entry.microseconds + Math.max(0, timeDeltas[index] ?? 0) });
  });
  return [...counts].flatMap(([id, { count, microseconds }]) => {
    const stack = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) stack.push(byId.get(at)!.callFrame);
    stack.pop();
    return stack.length === 0 || stack[0]!.functionName === '(idle)' ? [] : [{ stack, values: [count, microseconds * 1000] }];
  });
};
const heapSamplesOf = (profile: HeapProfiler.SamplingHeapProfile): readonly ProfileSample[] => {
  const found: ProfileSample[] = [];
  const visit = (node: HeapProfiler.SamplingHeapProfileNode, above: ProfileSample['stack']): void => {
    const stack = node.callFrame.functionName === '(root)' ? above : [node.callFrame, ...above];
    if (node.selfSize > 0 && stack.length > 0)
      found.push({ stack, values: [Math.max(1, Math.round(node.selfSize / heapInterval)), node.selfSize] });
    for (const child of node.children) visit(child, stack);
  };
  visit(profile.head, []);
  return found;
};

const wait = (milliseconds: number, over: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    over.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        done();
      },
      { once: true },
    );
  });

/** Profiles the processor for this many seconds. */
export const recordCpuProfile = async (seconds: number, over: AbortSignal): Promise<Buffer> => {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: cpuInterval });
    const startedAt = Date.now();
    await session.post('Profiler.start');
    await wait(seconds * 1000, over);
    const { profile } = await session.post('Profiler.stop');
    return encodePprof(
      cpuSamplesOf(profile),
      [
        { type: 'samples', unit: 'count' },
        { type: 'cpu', unit: 'nanoseconds' },
      ],
      {
        period: { kind: { type: 'cpu', unit: 'nanoseconds' }, value: cpuInterval * 1000 },
        startedAt,
        nanoseconds: (profile.endTime - profile.startTime) * 1000,
      },
    );
  } finally {
    session.disconnect();
  }
};

/** Who holds memory, of what has been allocated since the sampler began. */
export const startHeapSampler = async (): Promise<{ profile(): Promise<Buffer>; stop(): Promise<void> }> => {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.enable');
  await session.post('HeapProfiler.startSampling', { samplingInterval: heapInterval });
  const startedAt = Date.now();
  return {
    profile: async () => {
      const { profile } = await session.post('HeapProfiler.getSamplingProfile');
      return encodePprof(
        heapSamplesOf(profile),
        [
          { type: 'inuse_objects', unit: 'count' },
          { type: 'inuse_space', unit: 'bytes' },
        ],
        { period: { kind: { type: 'space', unit: 'bytes' }, value: heapInterval }, startedAt, nanoseconds: (Date.now() - startedAt) * 1e6 },
      );
    },
    stop: async () => {
      session.disconnect();
    },
  };
};
