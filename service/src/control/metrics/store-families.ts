import { measureDueWork } from '../../pipeline/due-work.ts';
import type { ControlContext } from '../control.ts';
import { findStoreFailure } from '../store-failure.ts';
import type { MetricFamily } from './exposition.ts';

/** Each of several processes on one database reports the same values. */
const describeDueWork = async ({ store, clock, apis }: ControlContext): Promise<readonly MetricFamily[]> => {
  const kinds = apis.flatMap(({ dueWork = [] }) => dueWork);
  const figures = await store.read((view) => measureDueWork(view, kinds, clock.now().getTime()));
  return [
    {
      name: 'slipway_due_work',
      type: 'gauge',
      help: 'Work without a request that is due and not done, by kind.',
      samples: figures.map(({ name, waiting }) => ({ labels: { kind: name }, value: waiting })),
    },
    {
      name: 'slipway_due_work_oldest_seconds',
      type: 'gauge',
      unit: 'seconds',
      help: 'How long the oldest of it has been due.',
      samples: figures.map(({ name, oldestSeconds }) => ({ labels: { kind: name }, value: oldestSeconds })),
    },
  ];
};

const describeStatements = (store: ControlContext['store']): readonly MetricFamily[] => {
  const figures = store.listStatements();
  return [
    {
      name: 'slipway_store_statements',
      type: 'counter',
      help: 'Statements sent to the database, by kind.',
      samples: figures.map(({ kind, count }) => ({ suffix: '_total', labels: { kind }, value: count })),
    },
    {
      name: 'slipway_store_statement_seconds',
      type: 'counter',
      unit: 'seconds',
      help: 'From sending a statement until its answer is here, added up.',
      samples: figures.map(({ kind, seconds }) => ({ suffix: '_total', labels: { kind }, value: seconds })),
    },
  ];
};

/** Counts of reads from the replica; empty without a replica. */
const describeReplicaReads = ({ listReplicaReads }: ControlContext['store']): readonly MetricFamily[] =>
  listReplicaReads
    ? [
        {
          name: 'slipway_store_replica_reads',
          type: 'counter',
          help: 'Lists that the replica was asked for, by what became of it; where it was not current, the primary answered.',
          samples: Object.entries(listReplicaReads()).map(([outcome, value]) => ({ suffix: '_total', labels: { outcome }, value })),
        },
      ]
    : [];

/** Due work is included only while the store answers. */
export const describeStoreMetrics = async (context: ControlContext): Promise<readonly MetricFamily[]> => {
  const { store } = context;
  const isUp = (await findStoreFailure(store)) === undefined;
  return [
    { name: 'slipway_store_up', type: 'gauge', help: 'Whether the store answers within two seconds.', samples: [{ value: isUp ? 1 : 0 }] },
    {
      name: 'slipway_store_writes',
      type: 'counter',
      help: 'Units of work that this process has written, failed ones included.',
      samples: [{ suffix: '_total', value: store.countWrites() }],
    },
    ...describeStatements(store),
    ...describeReplicaReads(store),
    ...(isUp ? await describeDueWork(context) : []),
  ];
};
