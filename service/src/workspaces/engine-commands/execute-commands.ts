import type { RunnerFacts, WorkContext } from '../../runner/runner-facts.ts';
import type { StopMode, WorkKind } from '../../runner/work-kind.ts';
import type { StoredRecord, Store } from '../../store/store.ts';
import type { ClaimedRun } from '../runs/engine/claimed-run.ts';
import type { PhaseEnd } from '../runs/engine/end-phase.ts';
import type { PhasePort } from '../runs/engine/phase-port.ts';
import { renderRunError } from '../runs/engine/run-phase.ts';
import { issueEngineToken, revokeRunTokens } from '../runs/engine/run-token.ts';
import { appendLog } from '../runs/run-log.ts';
import { loadCommandInput } from './command-input.ts';
import { endCommand } from './end-command.ts';
import { activeCommandsLink, queuedCommandsLink, type StoredEngineCommand } from './stored.ts';

type CommandRecord = StoredRecord<StoredEngineCommand>;

const isUnderWay = (record: CommandRecord | undefined, runner: string): record is CommandRecord =>
  record?.body.status === 'running' && record.body.runner === runner;

const claimNextCommand = ({ id: runner, dependencies, options }: RunnerFacts): Promise<ClaimedRun | undefined> =>
  dependencies.store.write(async (tx) => {
    for (const { to: id } of await tx.listLinks(queuedCommandsLink, { from: 'all' })) {
      await tx.unlink(queuedCommandsLink, 'all', id);
      const record = await tx.get<StoredEngineCommand>('engine-commands', id);
      if (record?.body.status !== 'pending') continue;
      const { clock } = dependencies;
      const { organization, command, reached } = record.body;
      const started = { ...reached, running: clock.now().toISOString() };
      await tx.update<StoredEngineCommand>(record, { body: { ...record.body, status: 'running', runner, reached: started } });
      const limit = options.jobMilliseconds;
      const purpose = { id, organization, ...(command.name === 'query' ? { workspace: record.scope } : {}) };
      const token = await issueEngineToken(tx, clock, purpose, limit);
      const { publicUrl } = dependencies.settings();
      return { id, phase: 'planning', workspace: record.scope, token, publicUrl, limit };
    }
    return undefined;
  });

/** Stores the end of a command, unless it was ended by force or lost meanwhile. */
const saveEnd = ({ store, clock }: WorkContext, id: string, { runner, result, log, tests }: PhaseEnd): Promise<void> =>
  store.write(async (tx) => {
    const record = await tx.get<StoredEngineCommand>('engine-commands', id);
    if (!record) await revokeRunTokens(tx, id);
    if (!isUnderWay(record, runner)) return;
    const status = record.body.forceCancelAt === undefined ? result.status : 'canceled';
    await endCommand({ tx, clock }, record, { status, log, ...(tests ? { tests } : {}) });
  });

const createPort = ({ id: runner, dependencies }: RunnerFacts, { id, workspace }: ClaimedRun): PhasePort => ({
  executor: 'service',
  loadInput: () =>
    dependencies.store.read(async (view) => {
      const record = await view.get<StoredEngineCommand>('engine-commands', id);
      return isUnderWay(record, runner) ? loadCommandInput(view, record) : undefined;
    }),
  appendLog: (text) => dependencies.store.write((tx) => appendLog(tx, { workspace, phase: id }, text)),
  saveEnd: async (end) => {
    await saveEnd(dependencies, id, end);
    return true;
  },
});

/** Which of these commands have to stop: those that were canceled, ended by force, or deleted with what they belong to. */
const findStops = (store: Store, ids: readonly string[]): Promise<ReadonlyMap<string, StopMode>> =>
  store.read(async (view) => {
    const found = ids.length === 0 ? [] : await view.getMany<StoredEngineCommand>('engine-commands', ids);
    const running = new Map(found.filter(({ body }) => body.status === 'running').map(({ id, body }) => [id, body]));
    return new Map(
      ids.flatMap((id): readonly (readonly [string, StopMode])[] => {
        const body = running.get(id);
        if (!body) return [[id, 'kill']];
        return body.forceCancelAt === undefined ? [] : [[id, 'interrupt']];
      }),
    );
  });

const lostMessage = 'The service that executed this ended before it did.';

/** Queries and test runs that the engine executes, as a kind of work. */
export const engineCommands: WorkKind = {
  name: 'engine command',
  watched: [queuedCommandsLink, 'engine-commands'],
  hasQueued: async (store) => (await store.read((view) => view.listLinks(queuedCommandsLink, { from: 'all' }))).length > 0,
  claimNext: async (runner) => {
    const { createRunWork } = await import('../runs/engine/perform-run.ts');
    const claimed = await claimNextCommand(runner);
    return claimed && createRunWork(runner, claimed, createPort(runner, claimed), claimed.id);
  },
  findStops,
  endLost: async (context, { alive }) => {
    const active = await context.store.read(async (view) => {
      const ids = (await view.listLinks(activeCommandsLink, { from: 'all' })).map(({ to }) => to);
      return ids.length === 0 ? [] : view.getMany<StoredEngineCommand>('engine-commands', ids);
    });
    const lost = active.filter(({ body }) => body.status === 'running' && body.runner !== undefined && !alive.has(body.runner));
    for (const { id } of lost)
      await context.store.write(async (tx) => {
        const record = await tx.get<StoredEngineCommand>('engine-commands', id);
        if (record?.body.status !== 'running' || record.body.runner === undefined || alive.has(record.body.runner)) return;
        const log = renderRunError({}, lostMessage, context.clock.now());
        await endCommand({ tx, clock: context.clock }, record, { status: 'errored', log });
      });
    return lost.length;
  },
};
