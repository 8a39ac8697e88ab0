import { capitalize, truncate, describeExpectation, type Finding, suggestedWord, type FindingLocation } from './finding.ts';
import type { ConfigLanguage } from './config-language.ts';
import { nearestWord } from './nearest-word.ts';
import { type AttributePath, formatPath } from './attribute-path.ts';

/** What is wrong with a configuration: what was expected, what was given unless it is a secret, what to write. */
export interface ConfigError {
  readonly path: AttributePath;
  /** Names the whole path, because engines show no source line for nested ones. */
  readonly summary: string;
  readonly detail: string;
}

const memberPath = (place: FindingLocation, name: string): AttributePath =>
  place.element === undefined ? [...place.path, name] : place.path;
const memberName = (place: FindingLocation, name: string): string =>
  place.element === undefined ? formatPath([...place.path, name]) : `${formatPath(place.path)}[].${name}`;
const attributeName = (place: FindingLocation): string => formatPath(place.path.slice(-1));
const elementPrefix = (place: FindingLocation): string =>
  place.element === undefined ? '' : `${place.element} of \`${formatPath(place.path)}\`: `;

const wrongValueError = (finding: Extract<Finding, { what: 'wrong' }>, language: ConfigLanguage): ConfigError => {
  const { place } = finding;
  const meant = suggestedWord(finding);
  const line =
    place.element === undefined ? `\`${language.assignment(attributeName(place), JSON.stringify(meant))}\`` : JSON.stringify(meant);
  return {
    path: place.path,
    summary: `Wrong value for "${formatPath(place.path)}"`,
    detail: capitalize(`${elementPrefix(place)}${describeExpectation(finding)}.${meant === undefined ? '' : ` Write ${line}.`}`),
  };
};

/** A finding as the author is told of it, in the language of what they wrote. */
export const configErrorFromFinding = (finding: Finding, language: ConfigLanguage): ConfigError => {
  const { place } = finding;
  switch (finding.what) {
    case 'wrong':
      return wrongValueError(finding, language);
    case 'missing':
      return {
        path: memberPath(place, finding.name),
        summary: `Missing "${memberName(place, finding.name)}"`,
        detail: `It is required: ${finding.attribute.doc} Write \`${language.assignment(finding.name, '…')}\`, ${finding.attribute.kind.description}.`,
      };
    case 'read-only':
      return {
        path: place.path,
        summary: `"${formatPath(place.path)}" is read-only`,
        detail: `The service decides it. Remove the line \`${language.assignment(attributeName(place), '…')}\`.`,
      };
    case 'named twice':
      return {
        path: memberPath(place, finding.former),
        summary: `"${memberName(place, finding.former)}" cannot be set together with "${memberName(place, finding.name)}"`,
        detail: `\`${finding.former}\` is the former name of \`${finding.name}\`. Remove the line \`${language.assignment(finding.former, '…')}\`.`,
      };
    case 'stranger': {
      const meant = nearestWord(finding.name, finding.names);
      return {
        path: memberPath(place, finding.name),
        summary: `"${truncate(memberName(place, finding.name))}" is not ${language.name}`,
        detail:
          meant === undefined
            ? `Remove the line \`${language.assignment(truncate(finding.name), '…')}\`.${finding.names.length > 12 ? '' : ` There are: ${finding.names.join(', ')}.`}`
            : `Write \`${meant}\` instead of \`${truncate(finding.name)}\`.`,
      };
    }
  }
};
