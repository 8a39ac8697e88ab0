/**
 * So many sinks in a process of its own: `tsx mesh-sinks-process.ts '{"address": …, "sinks": 100, "slow": 5, "collections":
 * […]}'`. Tells its
 * parent, for each version of a collection that every sink of it has (slow ones apart), when the last got it.
 */
import { benchSink } from './mesh-sink.ts';

export interface SinkReceipt {
  readonly version: string;
  /** Milliseconds since 1970, in parts. */ readonly at: number;
  readonly resources: number;
}

const { address, sinks, slow, collections } = JSON.parse(process.argv[2]!) as {
  readonly address: string;
  readonly sinks: number;
  readonly slow: number;
  readonly collections: readonly string[];
};
const count = new Map<string, number>();
const all = [
  ...Array.from({ length: sinks }, () =>
    benchSink(address, collections, ({ version, resources }) => {
      const got = (count.get(version) ?? 0) + 1;
      count.set(version, got);
      if (got === sinks) process.send!({ version, at: performance.timeOrigin + performance.now(), resources } satisfies SinkReceipt);
    }),
  ),
  ...Array.from({ length: slow }, () => benchSink(address, collections, () => {}, 500)),
];
process.on('disconnect', () => {
  for (const one of all) one.close();
  process.exit();
});
