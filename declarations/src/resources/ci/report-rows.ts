import { ArgumentError } from '../../declare/index.ts';

/** Comma-separated values (RFC 4180): a field may be quoted, and holds then commas, line breaks and doubled quotes. */
export const parseCsv = (text: string): readonly (readonly string[])[] => {
  const records: string[][] = [];
  let record: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  for (let at = 0; at < text.length || record.length > 0;) {
    field.lastIndex = at;
    const match = field.exec(text);
    if (!match) throw new ArgumentError(0, `record ${records.length + 1} holds a quote that is not closed, or text after one`);
    record.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    at = field.lastIndex;
    if (match[3] === ',') continue;
    records.push(record);
    record = [];
  }
  return records.filter((fields) => fields.length > 1 || fields[0] !== '');
};

/** One object for each row of a report, by column name in lower case. @throws Refusal for a text that is no such report. */
export const parseReportRows = (text: string): readonly { readonly [column: string]: string }[] => {
  const [header, ...rows] = parseCsv(text.replace(/^\uFEFF/, ''));
  if (header === undefined) return [];
  const names = header.map((name) => name.trim().toLowerCase());
  return rows.map((fields, index) => {
    if (fields.length !== names.length)
      throw new ArgumentError(0, `row ${index + 1} has ${fields.length} fields and the header ${names.length}`);
    return Object.fromEntries(names.map((name, column) => [name, fields[column] as string]));
  });
};
