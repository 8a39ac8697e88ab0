import { unprocessable } from '../../http/problem.ts';

/** Attributes of the next entry from preceding headers, which override its own header. `given`: the types of these headers. */
export interface TarAttributes {
  readonly path?: string;
  readonly linkpath?: string;
  readonly size?: number;
  readonly isSparse?: boolean;
  readonly given?: string;
}

const [space, lineBreak, equalsSign] = [0x20, 0x0a, 0x3d];
/** Maximum digits of a length or a size: more would exceed any limit. */
const maxDigits = 15;

const unreadable = (): Error => unprocessable('the archive has attributes of an entry that cannot be read');

const parseNumber = (text: string): number => {
  if (text.length > maxDigits || !/^\d+$/.test(text)) throw unreadable();
  return Number(text);
};

/**
 * The records of a PAX header, `<length> <key>=<value>\n`, in their order (POSIX.1-2017, pax, "pax Extended Header"). The length is that
 * of the whole record in bytes: a value may have line breaks. Throws 422 for what is no record.
 */
export function* readPaxRecords(data: Buffer): Generator<readonly [key: string, value: string]> {
  for (let at = 0; at < data.length;) {
    const words = data.subarray(at, at + maxDigits + 1).indexOf(space);
    if (words < 0) throw unreadable();
    const length = parseNumber(data.toString('latin1', at, at + words));
    const record = data.subarray(at + words + 1, at + length);
    const mark = record.indexOf(equalsSign);
    if (at + length > data.length || mark < 1 || record.at(-1) !== lineBreak) throw unreadable();
    yield [record.toString('utf8', 0, mark), record.toString('utf8', mark + 1, record.length - 1)];
    at += length;
  }
}

/** The last record of a key counts; an empty value keeps what the entry's own header has. */
const parsePax = (data: Buffer): TarAttributes => {
  const records = new Map(readPaxRecords(data));
  const [path, linkpath, size] = ['path', 'linkpath', 'size'].map((key) => records.get(key) || undefined);
  return {
    ...(path !== undefined && { path }),
    ...(linkpath !== undefined && { linkpath }),
    ...(size !== undefined && { size: parseNumber(size) }),
    ...([...records.keys()].some((key) => key.startsWith('GNU.sparse.')) && { isSparse: true }),
  };
};

/** Some programs apply them and some do not: they would read different entries. */
const requireNoneForAll = (attributes: TarAttributes): void => {
  if (Object.keys(attributes).length > 0) throw unprocessable('the archive gives a path, a link or a size to all of its entries');
};

/**
 * Adds a header to the attributes of the next entry: GNU's long name (`L`) or link (`K`), or records of POSIX for it (`x`) or for all
 * entries (`g`). Throws 422 for a malformed header, and for combinations that programs interpret differently.
 */
export const readTarAttributes = (known: TarAttributes, type: string, data: Buffer): TarAttributes => {
  if (type === 'g') {
    requireNoneForAll(parsePax(data));
    return known;
  }
  const given = known.given ?? '';
  if (given.includes(type) || given.includes('x') || (type === 'x' && given !== ''))
    throw unprocessable('the archive gives the attributes of an entry twice');
  if (type === 'x') return { ...parsePax(data), given: type };
  const text = data.toString('utf8').replace(/\0+$/, '');
  return { ...known, ...(type === 'L' ? { path: text } : { linkpath: text }), given: given + type };
};
