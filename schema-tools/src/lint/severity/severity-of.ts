import type { Severity } from '../finding.ts';
import type { Problem, Rule } from '../rule.ts';
import { compareVersions } from './compare-versions.ts';

type ConfiguredSeverities = { readonly [rule: string]: Severity | 'off' } | undefined;

/** The severity that the configuration has for a rule, else the rule's own. */
export const configuredSeverity = ({ id, severity }: Pick<Rule, 'id' | 'severity'>, configured: ConfiguredSeverities): Severity | 'off' =>
  configured !== undefined && Object.hasOwn(configured, id) ? configured[id]! : severity;

/**
 * The severity of one problem at a version of the thing linted: from `removedIn` on an error, before `since` a hint, else the
 * rule's. Without a version, or where the two cannot be compared, it is the rule's.
 */
export const severityOf = (
  { since, removedIn }: Pick<Problem, 'since' | 'removedIn'>,
  severity: Severity,
  atVersion: string | undefined,
): Severity => {
  if (atVersion === undefined) return severity;
  const removed = removedIn === undefined ? undefined : compareVersions(atVersion, removedIn);
  if (removed !== undefined && removed >= 0) return 'error';
  const began = since === undefined ? undefined : compareVersions(atVersion, since);
  return began === -1 ? 'info' : severity;
};
