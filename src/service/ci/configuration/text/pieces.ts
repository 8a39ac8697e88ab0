import { limits } from '../limits.ts';

/** A text taken to pieces at its tags: `<< name >>`, `<<# name >>…<</ name >>` (when true), `<<^ name >>…<</ name >>` (when not). */
export type Piece = string | Tag | Section;
export interface Tag { readonly inside: string }
export interface Section { readonly condition: string; readonly wanted: boolean; readonly pieces: readonly Piece[] }

export type Pieces = { readonly pieces: readonly Piece[] } | { readonly fault: string };

interface Open { readonly condition: string; readonly wanted: boolean; readonly pieces: Piece[] }

const opening = /\\?<</g;

/** Takes a text to pieces. `\<<` stands for `<<` itself, as in a shell's here-documents. */
export const piecesOf = (text: string): Pieces => {
  if (!text.includes('<<')) return { pieces: [text] };
  const open: Open[] = [{ condition: '', wanted: true, pieces: [] }];
  const add = (piece: Piece) => { if (piece !== '') open.at(-1)!.pieces.push(piece); };
  let at = 0;
  opening.lastIndex = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    add(text.slice(at, found.index));
    at = opening.lastIndex;
    if (found[0].startsWith('\\')) { add('<<'); continue; }
    const end = text.indexOf('>>', at);
    if (end < 0) return { fault: 'a "<<" is not closed by ">>"; "<<" itself is written \\<<' };
    const inside = text.slice(at, end).trim();
    at = opening.lastIndex = end + 2;
    const [mark, name] = [inside[0], inside.slice(1).trim()];
    if ((mark === '#' || mark === '^') && open.length > limits.depth) return { fault: `expected at most ${limits.depth} conditions, one inside of the other` };
    if (mark === '#' || mark === '^') open.push({ condition: name, wanted: mark === '#', pieces: [] });
    else if (mark === '/') {
      const section = open.length > 1 ? open.pop()! : undefined;
      if (section?.condition !== name) return { fault: section ? `expected <</ ${section.condition} >>; found <</ ${name} >>` : `<</ ${name} >> closes nothing` };
      add(section);
    } else if (inside === '') return { fault: 'expected a name between "<<" and ">>"; "<<" itself is written \\<<' };
    else add({ inside });
  }
  if (open.length > 1) return { fault: `<<# ${open.at(-1)!.condition} >> is not closed by <</ ${open.at(-1)!.condition} >>` };
  add(text.slice(at));
  return { pieces: open[0]!.pieces };
};
