import type { BackgroundContext } from '../../pipeline/api-definition.ts';
import type { BackgroundTask } from '../../pipeline/background-tasks.ts';
import { dueWorkOfLinks, readLinkedRecords, taskOfDueWork } from '../../pipeline/due-work.ts';
import type { Store, StoredRecord } from '../../store/store.ts';
import type { RunConditions, RunContext } from '../runs/run-context.ts';
import { endCommand } from './end-command.ts';
import { addCommandStep } from './start-command.ts';
import { activeCommandsLink, type StoredEngineCommand } from './stored.ts';

const isDue = ({ movesAt }: StoredEngineCommand, now: Date): boolean => movesAt !== null && Date.parse(movesAt) <= now.getTime();

/** The log of a command that nothing executed: a test reads from it that nothing was found. */
const simulatedLog = 'This service executes no engine (--run-jobs): nothing was executed, and nothing was found.\n';

const advanceOne = async (context: RunContext, id: string): Promise<boolean> => {
  const { tx, clock } = context;
  const record: StoredRecord<StoredEngineCommand> | undefined = await tx.get<StoredEngineCommand>('engine-commands', id);
  if (!record || !isDue(record.body, clock.now())) return false;
  const { status, reached } = record.body;
  if (status === 'pending')
    await tx.update<StoredEngineCommand>(record, {
      body: {
        ...record.body,
        status: 'running',
        movesAt: addCommandStep(context),
        reached: { ...reached, running: clock.now().toISOString() },
      },
    });
  else await endCommand(context, record, { status: 'finished', log: simulatedLog });
  return true;
};

/** Advances the simulated commands that are due. Returns the number of changes. */
export const advanceCommands = async (store: Store, conditions: RunConditions): Promise<number> => {
  const due = await store.read(async (view) => {
    const ids: string[] = [];
    for await (const records of readLinkedRecords<StoredEngineCommand>(view, activeCommandsLink, 'engine-commands'))
      ids.push(...records.filter(({ body }) => isDue(body, conditions.clock.now())).map(({ id }) => id));
    return ids;
  });
  let moved = 0;
  for (const id of due) if (await store.write((tx) => advanceOne({ ...conditions, tx }, id))) moved += 1;
  return moved;
};

export const dueCommands = dueWorkOfLinks<StoredEngineCommand>(
  'engine_commands',
  activeCommandsLink,
  'engine-commands',
  ({ movesAt }) => movesAt,
);

/** Advances simulated queries and test runs when they are due. */
export const createCommandTask = ({ store, clock, settings, listeners }: BackgroundContext): BackgroundTask =>
  taskOfDueWork(
    { store, clock },
    {
      name: 'moving the queries and test runs on',
      pause: 250,
      due: [dueCommands],
      perform: () => advanceCommands(store, { clock, settings: settings(), listeners }),
    },
  );
