import { ServiceRequestError, ConnectionError, ServiceError, SettingError } from '../client/contract/errors.ts';
import type { Diagnostic } from '../protocol/provider-server.ts';
import { diagnose } from './diagnose.ts';
import { SectionError } from './provider-section.ts';

/** The cause that all objects share: a setting, an unreachable address, a rejected token. Null: it concerns this object only. */
const sharedCause = (error: unknown): string | null => {
  if (error instanceof SectionError || error instanceof SettingError) return error.message;
  // A note concerns this object only.
  if (!(error instanceof ServiceRequestError) || error.request.note) return null;
  if (error instanceof ConnectionError) return `${error.request.title}: ${error.problem}`;
  return error instanceof ServiceError && error.status === 401 ? `${error.request.title}: 401 ${JSON.stringify(error.messages)}` : null;
};

export type Diagnoser = (error: unknown, task: string) => Diagnostic;

/**
 * Diagnoses for one operation of an engine, which shows the errors of all its objects together in any order: a shared cause is described in
 * full only once.
 */
export const createDiagnoser = (): Diagnoser => {
  const reported = new Set<string>();
  return (error, task) => {
    const diagnostic = diagnose(error, task);
    const cause = sharedCause(error);
    if (cause === null) return diagnostic;
    if (reported.has(cause)) return { ...diagnostic, detail: 'The cause is described in another of these errors.' };
    reported.add(cause);
    return diagnostic;
  };
};
