import {
  type Attributes,
  valueAt,
  type Constraint,
  joinWords,
  presenceOf,
  isAbsent,
  quoteName,
  toNewNames,
  type Values,
} from '../declare/index.ts';
import { type ConfigError, configErrorFromFinding } from './config-error.ts';
import { hcl, type ConfigLanguage } from './config-language.ts';
import { configWalk, rootLocation, walkMembers } from './walk-members.ts';
import { parseDottedPath, formatPath } from '../attribute-path.ts';

/** Anything with attributes: a resource, a data source, an ephemeral resource, an action, the provider's own block. */
export interface ConfigSchema {
  readonly attributes: Attributes;
  readonly constraints?: readonly Constraint[];
}

/** The error of a violated rule: its sentence, and the attribute to change. */
export const constraintError = (constraint: Constraint, path: string, values: Values): ConfigError => {
  const others = constraint.paths.filter((name) => name !== path && presenceOf(values, name) !== 'absent').map(quoteName);
  const change = others.length > 0 ? `, or change ${joinWords(others, 'or')}` : '';
  const absent = isAbsent(valueAt(values, path));
  return {
    path: parseDottedPath(path),
    summary: absent ? `Missing "${path}"` : `"${path}" does not fit what else is set`,
    detail: `${constraint.doc} ${absent ? 'Set' : constraint.appliesTo === 'says' ? 'Remove' : 'Change'} ${quoteName(path)}${change}.`,
  };
};

/** Breaches, one for each sentence, at paths that have no fault of their own yet. */
export const constraintErrors = (
  constraints: readonly Constraint[],
  values: Values,
  faults: readonly ConfigError[],
): readonly ConfigError[] => {
  const reported = new Set(faults.map((fault) => formatPath(fault.path)));
  return constraints.flatMap((constraint) => {
    const path = constraint.findViolation(values);
    return path === undefined || reported.has(path) ? [] : [constraintError(constraint, path, values)];
  });
};

/** Two elements of a set may violate the same rule, with the same path. */
export const distinctErrors = (faults: readonly ConfigError[]): readonly ConfigError[] => {
  const seen = new Set<string>();
  return faults.filter((fault) => {
    const key = JSON.stringify(fault);
    return !seen.has(key) && seen.add(key);
  });
};

/**
 * Validates a configuration. Empty: no certain error. Three-valued: an unknown value violates neither a kind nor a rule; it is validated
 * again once known. Null counts as unset; unknown attributes and values of computed attributes are errors.
 */
export const validateConfig = (of: ConfigSchema, config: Values, language: ConfigLanguage = hcl): readonly ConfigError[] => {
  const faults = [...walkMembers(of.attributes, config, rootLocation, configWalk)].map((finding) =>
    configErrorFromFinding(finding, language),
  );
  return distinctErrors([...faults, ...constraintErrors(of.constraints ?? [], toNewNames(of.attributes, config), faults)]);
};
