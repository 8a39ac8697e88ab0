import type { Attributes } from '@slipway/declarations/declare';
import type { AttributePath } from '@slipway/declarations/derive';
import { wireName } from '@slipway/declarations/derive/validate-request/wire-format';
import { type DocumentFormat, pointerOf } from '@slipway/declarations/dialects';

/** A map's key in a sentence may be as long as its sender likes. */
const maxNameLength = 200;
export const truncateMiddle = (summary: string): string =>
  summary.length <= maxNameLength ? summary : `${summary.slice(0, maxNameLength / 2)}…${summary.slice(1 - maxNameLength / 2)}`;

/** The attributes named on the way to a place: `[a]`, `[a, 0, b]` of `a[0].b`. */
const listNamedPaths = (path: AttributePath): readonly AttributePath[] =>
  path.flatMap((step, index) => (typeof step === 'string' ? [path.slice(0, index + 1)] : []));

export interface WireNames {
  /** RFC 6901, in a request's body. */
  pointer(path: AttributePath): string;
  /**
   * A text such as ` (`execution_mode` is `execution-mode` here)` for each name in a sentence that is spelled differently on the wire;
   * otherwise empty.
   */
  explainNames(path: AttributePath, sentence: string): string;
}

/** How names of a declaration are spelled on a wire. `spell`: converts a pointer of the specification to the names of this request. */
export const createWireNames = (
  dialect: DocumentFormat,
  attributes: Attributes,
  spell: (pointer: string) => string = (pointer) => pointer,
): WireNames => {
  const pointer = (path: AttributePath): string => pointerOf(dialect, attributes, path);
  const last = (path: AttributePath): string => {
    const own = spell(pointer(path));
    return path.length === 1 ? wireName(own) : own.slice(spell(pointer(path.slice(0, -1))).length + 1).replaceAll('/', '.');
  };
  const exists = (path: AttributePath): boolean => {
    let members: Attributes | undefined = attributes;
    for (const step of path) {
      if (typeof step !== 'string') continue;
      const found: Attributes[string] | undefined = members && Object.hasOwn(members, step) ? members[step] : undefined;
      if (!found) return false;
      members = found.kind.members ?? found.kind.item?.members;
    }
    return true;
  };
  /** A name that a sentence quotes: a sibling first, then one of the root. */
  const resolveName = (name: string, path: AttributePath): AttributePath | undefined =>
    ([[...path.slice(0, -1), ...name.split('.')], name.split('.')] as readonly AttributePath[]).find(exists);
  return {
    pointer,
    explainNames: (path, sentence) => {
      const quoted = [...sentence.matchAll(/`([a-z0-9_.]+)`/g)]
        .map(([, name]) => resolveName(name!, path))
        .filter((found) => found !== undefined);
      const differing = new Map(
        [path, ...quoted]
          .flatMap((one) => listNamedPaths(one))
          .map((one) => [one.at(-1) as string, last(one)] as const)
          .filter(([ours, theirs]) => ours !== theirs),
      );
      return differing.size === 0 ? '' : ` (${[...differing].map(([ours, theirs]) => `\`${ours}\` is \`${theirs}\``).join(', ')} here)`;
    },
  };
};
