import { configurationLimits } from '../configuration-limits.ts';

/**
 * A part of a template: a text, a tag `<< name >>`, or a section `<<# name >>…<</ name >>` (if true) or `<<^ name >>…<</ name >>` (if
 * not).
 */
export type TemplatePart = string | TemplateTag | TemplateSection;
export interface TemplateTag {
  readonly inside: string;
}
export interface TemplateSection {
  readonly condition: string;
  readonly expected: boolean;
  readonly pieces: readonly TemplatePart[];
}

export type TemplateResult = { readonly pieces: readonly TemplatePart[] } | { readonly fault: string };

interface OpenSection {
  readonly condition: string;
  readonly expected: boolean;
  readonly pieces: TemplatePart[];
}

const tagStart = /\\?<</g;

/** Parses a template. `\<<` is a literal `<<`, as for here-documents of a shell. */
export const parseTemplate = (text: string): TemplateResult => {
  if (!text.includes('<<')) return { pieces: [text] };
  const open: OpenSection[] = [{ condition: '', expected: true, pieces: [] }];
  const add = (piece: TemplatePart) => {
    if (piece !== '') open.at(-1)!.pieces.push(piece);
  };
  let at = 0;
  tagStart.lastIndex = 0;
  for (let lookup = tagStart.exec(text); lookup; lookup = tagStart.exec(text)) {
    add(text.slice(at, lookup.index));
    at = tagStart.lastIndex;
    if (lookup[0].startsWith('\\')) {
      add('<<');
      continue;
    }
    const end = text.indexOf('>>', at);
    if (end < 0) return { fault: 'a "<<" is not closed by ">>"; "<<" itself is written \\<<' };
    const inside = text.slice(at, end).trim();
    at = tagStart.lastIndex = end + 2;
    const [mark, name] = [inside[0], inside.slice(1).trim()];
    if ((mark === '#' || mark === '^') && open.length > configurationLimits.depth)
      return { fault: `expected at most ${configurationLimits.depth} conditions, one inside of the other` };
    if (mark === '#' || mark === '^') open.push({ condition: name, expected: mark === '#', pieces: [] });
    else if (mark === '/') {
      const section = open.length > 1 ? open.pop()! : undefined;
      if (section?.condition !== name)
        return { fault: section ? `expected <</ ${section.condition} >>; found <</ ${name} >>` : `<</ ${name} >> closes nothing` };
      add(section);
    } else if (inside === '') return { fault: 'expected a name between "<<" and ">>"; "<<" itself is written \\<<' };
    else add({ inside });
  }
  if (open.length > 1) return { fault: `<<# ${open.at(-1)!.condition} >> is not closed by <</ ${open.at(-1)!.condition} >>` };
  add(text.slice(at));
  return { pieces: open[0]!.pieces };
};
