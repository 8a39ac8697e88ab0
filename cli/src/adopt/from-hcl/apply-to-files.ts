import { applyEdits, positionAfter, withBreaksOf } from '../../hcl/edits.ts';
import { type HclFile, parseHcl } from '../../hcl/parse.ts';
import type { Remark } from './find-blocks.ts';
import type { FileEdit } from './rewrite-requirements.ts';

export const groupByFile = <T extends { readonly file: HclFile }>(all: readonly T[]): ReadonlyMap<HclFile, readonly T[]> => {
  const groups = new Map<HclFile, T[]>();
  for (const one of all) {
    const group = groups.get(one.file);
    if (group) group.push(one);
    else groups.set(one.file, [one]);
  }
  return groups;
};

/** The files after edits, and the remarks at their new positions. */
export const applyToFiles = (files: readonly HclFile[], edits: readonly FileEdit[]) => {
  const byFile = groupByFile(edits);
  const own = new Map(
    files.map((file) => {
      const all = (byFile.get(file) ?? []).map(({ edit }) => edit);
      return [file.path, withBreaksOf(file.text, all)] as const;
    }),
  );
  const positions = new Map([...own].map(([path, all]) => [path, positionAfter(all)]));
  return {
    files: files.map((file) => {
      const all = own.get(file.path)!;
      return all.length === 0 ? file : parseHcl(file.path, applyEdits(file.text, all));
    }),
    move: (remarks: readonly Remark[]): readonly Remark[] =>
      remarks.map((remark) => ({ ...remark, at: positions.get(remark.file)?.(remark.at) ?? remark.at })),
  };
};
