import { capital, clip, expectation, type Finding, meantWord, type Place } from './finding.ts';
import type { Language } from './language.ts';
import { nearest } from './nearest.ts';
import { type Path, spelledPath } from './path.ts';

/** What is wrong with a configuration: what was expected, what was given unless it is a secret, what to write. */
export interface Fault {
  readonly path: Path;
  /** Names the whole path, because engines show no source line for nested ones. */
  readonly summary: string;
  readonly detail: string;
}

const memberPath = (place: Place, name: string): Path => (place.element === undefined ? [...place.path, name] : place.path);
const memberName = (place: Place, name: string): string =>
  (place.element === undefined ? spelledPath([...place.path, name]) : `${spelledPath(place.path)}[].${name}`);
const lineOf = (place: Place): string => spelledPath(place.path.slice(-1));
const subject = (place: Place): string => (place.element === undefined ? '' : `${place.element} of \`${spelledPath(place.path)}\`: `);

const wrongValue = (finding: Extract<Finding, { what: 'wrong' }>, language: Language): Fault => {
  const { place } = finding;
  const meant = meantWord(finding);
  const line = place.element === undefined ? `\`${language.line(lineOf(place), JSON.stringify(meant))}\`` : JSON.stringify(meant);
  return {
    path: place.path,
    summary: `Wrong value for "${spelledPath(place.path)}"`,
    detail: capital(`${subject(place)}${expectation(finding)}.${meant === undefined ? '' : ` Write ${line}.`}`),
  };
};

/** A finding as the author is told of it, in the language of what they wrote. */
export const faultOf = (finding: Finding, language: Language): Fault => {
  const { place } = finding;
  switch (finding.what) {
    case 'wrong': return wrongValue(finding, language);
    case 'missing': return {
      path: memberPath(place, finding.name),
      summary: `Missing "${memberName(place, finding.name)}"`,
      detail: `It is required: ${finding.attribute.doc} Write \`${language.line(finding.name, '…')}\`, ${finding.attribute.kind.words}.`,
    };
    case 'read-only': return {
      path: place.path,
      summary: `"${spelledPath(place.path)}" is read-only`,
      detail: `The service decides it. Remove the line \`${language.line(lineOf(place), '…')}\`.`,
    };
    case 'stranger': {
      const meant = nearest(finding.name, finding.names);
      return {
        path: memberPath(place, finding.name),
        summary: `"${clip(memberName(place, finding.name))}" is not ${language.name}`,
        detail: meant === undefined
          ? `Remove the line \`${language.line(clip(finding.name), '…')}\`.${finding.names.length > 12 ? '' : ` There are: ${finding.names.join(', ')}.`}`
          : `Write \`${meant}\` instead of \`${clip(finding.name)}\`.`,
      };
    }
  }
};
