import { anonymousRoutes } from './routes.ts';

/** An address that stands for a token. */
export interface FoundAddress {
  readonly row: string;
  /** Path and query, from `/`. */
  readonly path: string;
  /** Of the path, by parameter. */
  readonly params: { readonly [name: string]: string };
}

/** What follows the path where the proof is in the query. A secret that is hidden is none. */
const proofs: { readonly [row: string]: string } = {
  'GET /usage-export/{usage_export_job_id}/{file}': String.raw`\?expires=\d+&signature=[\w-]+`,
  'POST /hooks/{id}': String.raw`\?secret=[\w-]{8,}`,
};

const patterns = Object.entries(anonymousRoutes)
  .filter(([, { proof }]) => proof === 'address')
  .map(([row]) => {
    const path = row.split(' ')[1]!.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/?#]+)');
    return { row, pattern: new RegExp(`^(?:/api/v2)?${path}${proofs[row] ?? String.raw`(?:\?archive=tar\.gz)?`}$`) };
  });

/** Methods share a path: what an address is for, the name beside it says (`links.upload`, `hosted-state-download-url`). */
const isNamedForUpload = (before: string): boolean => /upload[a-z-]*":\s*"$/.test(before);

const toAddress = (path: string, before: string): readonly FoundAddress[] => {
  const found = patterns.flatMap(({ row, pattern }) => {
    const match = pattern.exec(path);
    return match ? [{ row, path, params: { ...match.groups } }] : [];
  });
  if (found.length < 2) return found;
  return found.filter(({ row }) => row.startsWith('PUT ') === isNamedForUpload(before));
};

/** All addresses in a text that an answer has. */
export const findAddresses = (text: string): readonly FoundAddress[] =>
  [...text.matchAll(/http:\/\/slipway\.test(\/[^"\s\\<>]*)/g)].flatMap((match) =>
    toAddress(match[1]!, text.slice(Math.max(0, match.index - 60), match.index)),
  );
