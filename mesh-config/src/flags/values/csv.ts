/** One record of CSV: `a,"b,c"` is two values; an empty text is none. Throws for a misplaced quote, as Go's reader does. */
export const parseCsvRecord = (text: string): readonly string[] => {
  if (text === '') return [];
  const values: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] === '"') {
      let value = '';
      for (at += 1; ; at += 1) {
        const quote = text.indexOf('"', at);
        if (quote < 0) throw new Error(`parse error on line 1, column ${text.length + 1}: extraneous or missing " in quoted-field`);
        value += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        value += '"';
      }
      if (at < text.length && text[at] !== ',')
        throw new Error(`parse error on line 1, column ${at}: extraneous or missing " in quoted-field`);
      values.push(value);
    } else {
      const comma = text.indexOf(',', at);
      const value = text.slice(at, comma < 0 ? text.length : comma);
      if (value.includes('"')) throw new Error(`parse error on line 1, column ${at + value.indexOf('"') + 1}: bare " in non-quoted-field`);
      values.push(value);
      at += value.length;
    }
    if (at >= text.length) return values;
    at += 1;
  }
};

/** The record that `parseRecord` reads as these values. */
export const formatCsvRecord = (values: readonly string[]): string =>
  values
    .map((value) => (value === '' || /[",\r\n]|^\s/.test(value) ? (value === '' ? '' : `"${value.replaceAll('"', '""')}"`) : value))
    .join(',');
