import { gunzipSync } from 'node:zlib';
import { fn, listOf, mapOf, Refusal, string } from '../../../declare/index.ts';

const largest = 64 * 1024 * 1024;

/** Comma-separated values (RFC 4180): a field may be quoted, and holds then commas, line breaks and doubled quotes. */
const recordsOf = (text: string): readonly (readonly string[])[] => {
  const records: string[][] = [];
  let record: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  for (let at = 0; at < text.length || record.length > 0;) {
    field.lastIndex = at;
    const match = field.exec(text);
    if (!match) throw new Refusal(0, `record ${records.length + 1} holds a quote that is not closed, or text after one`);
    record.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    at = field.lastIndex;
    if (match[3] === ',') continue;
    records.push(record);
    record = [];
  }
  return records.filter((fields) => fields.length > 1 || fields[0] !== '');
};

/** The text itself, or that of the gzipped file in base64, as the engine reads binary files. */
const textOf = (report: string): string => {
  if (!report.startsWith('H4sI')) return report;
  try { return gunzipSync(Buffer.from(report, 'base64'), { maxOutputLength: largest }).toString('utf8'); } catch (error) {
    throw new Refusal(0, `this looks like a gzipped file in base64 and is none: ${(error as Error).message}`);
  }
};

export const usageReportRows = fn('usage_report_rows', {
  summary: 'The rows of a usage report.',
  doc: 'One map for each row of a part of a usage export, by column name in lower case (`organization_id`, `job_name`, `total_credits` …). Takes the text, or the gzipped file in base64 (`filebase64`).',
  parameters: [{ name: 'report', doc: 'The file.', kind: string }],
  returns: listOf(mapOf(string)),
  call: (report: string) => {
    const [header, ...rows] = recordsOf(textOf(report).replace(/^\uFEFF/, ''));
    if (header === undefined) return [];
    const names = header.map((name) => name.trim().toLowerCase());
    return rows.map((fields, index) => {
      if (fields.length !== names.length) throw new Refusal(0, `row ${index + 1} has ${fields.length} fields and the header ${names.length}`);
      return Object.fromEntries(names.map((name, column) => [name, fields[column] as string]));
    });
  },
});
