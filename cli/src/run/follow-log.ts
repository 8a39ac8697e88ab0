import { setTimeout as delay } from 'node:timers/promises';
import { CliError } from '../cli-error.ts';
import type { WorkspaceClient } from '../state/workspace-client.ts';
import { findRun, type Run } from './runs.ts';

export type RunPhase = 'plan' | 'apply';

/** Milliseconds between two requests for a log that grows. */
const pollInterval = 1_000;
/** Bytes of one request. */
const chunkBytes = 64 * 1024;

/** The log of a phase begins and ends with these control characters (STX, ETX). */
const frame = /[\u0002\u0003]/g;

const readAddress = async ({ client }: WorkspaceClient, phase: RunPhase, id: string): Promise<string> => {
  const { body } = await client.call({ method: 'GET', path: `/${phase === 'plan' ? 'plans' : 'applies'}/${id}`, effect: 'read' });
  const address = (body as { data: { attributes: { 'log-read-url': string | null } } }).data.attributes['log-read-url'];
  if (!address) throw new CliError(`The ${phase} of this run has no log.`);
  return address;
};

const readChunk = async (address: string, offset: number): Promise<Buffer> => {
  const url = new URL(address);
  url.searchParams.set('offset', String(offset));
  url.searchParams.set('limit', String(chunkBytes));
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) }).catch((error: unknown) => {
    const { code, message } = ((error as Error).cause ?? error) as { readonly code?: string; readonly message: string };
    throw new CliError(`The log cannot be read: ${url.origin} does not answer (${code ?? message}).`);
  });
  // Behind the end of the log.
  if (response.status === 416) return Buffer.alloc(0);
  if (!response.ok) throw new CliError(`The log cannot be read: ${url.origin} answers ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
};

/** Statuses after which a run does nothing any more (the service's `finalStatuses`). A saved plan waits to be confirmed. */
const isOver = ({ status }: Run): boolean =>
  /^(applied|planned_and_finished|errored|discarded|canceled|force_canceled|policy_soft_failed)$/.test(status);

/**
 * Writes the log of a phase as far as it is there; with `follow`, until it ends. A phase that has not begun has an empty log, and one that
 * never begins because the run is over is not waited for.
 */
export const writeLog = async (
  opened: WorkspaceClient,
  run: Run,
  phase: RunPhase,
  follow: boolean,
  write: (text: string) => void,
): Promise<void> => {
  const id = phase === 'plan' ? run.planId : run.applyId;
  if (id === null) throw new CliError(`${run.id} has no ${phase}.`);
  const address = await readAddress(opened, phase, id);
  const decoder = new TextDecoder();
  for (let offset = 0; ;) {
    const chunk = await readChunk(address, offset);
    offset += chunk.length;
    write(decoder.decode(chunk, { stream: true }).replaceAll(frame, ''));
    if (chunk.includes(0x03)) return;
    if (chunk.length > 0) continue;
    if (!follow || isOver(await findRun(opened, run.id))) return;
    await delay(pollInterval);
  }
};
