import { capitalize, truncate, describeExpectation, type Finding, suggestedWord, type FindingLocation } from './finding.ts';
import type { ConfigLanguage } from './config-language.ts';
import { nearestWord } from './nearest-word.ts';
import { type AttributePath, formatPath } from '../attribute-path.ts';

/** An error of a configuration: the expected value, the actual one unless it is a secret, and the remedy. */
export interface ConfigError {
  readonly path: AttributePath;
  /** Names the whole path, because engines show no source line for nested ones. */
  readonly summary: string;
  readonly detail: string;
}

const memberPath = (location: FindingLocation, name: string): AttributePath =>
  location.element === undefined ? [...location.path, name] : location.path;
const memberName = (location: FindingLocation, name: string): string =>
  location.element === undefined ? formatPath([...location.path, name]) : `${formatPath(location.path)}[].${name}`;
const attributeName = (location: FindingLocation): string => formatPath(location.path.slice(-1));
const elementPrefix = (location: FindingLocation): string =>
  location.element === undefined ? '' : `${location.element} of \`${formatPath(location.path)}\`: `;

const wrongValueError = (finding: Extract<Finding, { what: 'wrong' }>, language: ConfigLanguage): ConfigError => {
  const { place: location } = finding;
  const suggestion = suggestedWord(finding);
  const line =
    location.element === undefined
      ? `\`${language.assignment(attributeName(location), JSON.stringify(suggestion))}\``
      : JSON.stringify(suggestion);
  return {
    path: location.path,
    summary: `Wrong value for "${formatPath(location.path)}"`,
    detail: capitalize(`${elementPrefix(location)}${describeExpectation(finding)}.${suggestion === undefined ? '' : ` Write ${line}.`}`),
  };
};

/** The error of a finding, in the syntax of the configuration language. */
export const configErrorFromFinding = (finding: Finding, language: ConfigLanguage): ConfigError => {
  const { place: location } = finding;
  switch (finding.what) {
    case 'wrong':
      return wrongValueError(finding, language);
    case 'missing':
      return {
        path: memberPath(location, finding.name),
        summary: `Missing "${memberName(location, finding.name)}"`,
        detail:
          `It is required: ${finding.attribute.doc} ` +
          `Write \`${language.assignment(finding.name, '…')}\`, ${finding.attribute.kind.description}.`,
      };
    case 'read-only':
      return {
        path: location.path,
        summary: `"${formatPath(location.path)}" is read-only`,
        detail: `The service decides it. Remove the line \`${language.assignment(attributeName(location), '…')}\`.`,
      };
    case 'named twice':
      return {
        path: memberPath(location, finding.former),
        summary: `"${memberName(location, finding.former)}" cannot be set together with "${memberName(location, finding.name)}"`,
        detail:
          `\`${finding.former}\` is the former name of \`${finding.name}\`. Remove the line ` +
          `\`${language.assignment(finding.former, '…')}\`.`,
      };
    case 'stranger':
      return {
        path: memberPath(location, finding.name),
        summary: `"${truncate(memberName(location, finding.name))}" is not ${language.name}`,
        detail: unknownNameAdvice(finding.name, finding.names, language),
      };
  }
};

/** What to write instead of a name that is unknown: the nearest known name, else the list of names where it is short. */
const unknownNameAdvice = (name: string, names: readonly string[], language: ConfigLanguage): string => {
  const suggestion = nearestWord(name, names);
  if (suggestion !== undefined) return `Write \`${suggestion}\` instead of \`${truncate(name)}\`.`;
  const remove = `Remove the line \`${language.assignment(truncate(name), '…')}\`.`;
  return names.length > 12 ? remove : `${remove} There are: ${names.join(', ')}.`;
};
