import { pickOne, type RandomPick } from './random.ts';

const isTable = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as TOML in a random style, and the pointers of what is written as one value after `=`. */
export function printToml(value: object, pick: RandomPick): { text: string; whole: ReadonlySet<string> } {
  const end = pickOne(pick, ['\n', '\r\n']);
  const whole = new Set<string>();
  const gap = () => pickOne(pick, ['', ' ', '\t']);
  const note = () => pickOne(pick, ['', '', '', ' # c', '# "x = [']);
  const down = (pointer: string, step: string) => `${pointer}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const basic = (text: string) => JSON.stringify(text).replaceAll('\u007f', '\\u007f');
  const quoted = (text: string) => (/^[^'\p{Cc}]*$/u.test(text) && pick(2) === 0 ? `'${text}'` : basic(text));
  const key = (name: string) => (/^[A-Za-z0-9_-]+$/.test(name) && pick(3) > 0 ? name : quoted(name));
  const path = (keys: readonly string[]) => keys.map((name) => `${gap()}${name}${gap()}`).join('.');

  const inline = (of: unknown, pointer: string): string => {
    whole.add(pointer);
    if (typeof of === 'string') return quoted(of);
    if (Array.isArray(of))
      return (
        `[${of.map((item, index) => `${pickOne(pick, ['', ' ', end])}${inline(item, down(pointer, String(index)))}`).join(',')}` +
        `${of.length > 0 && pick(3) === 0 ? ',' : ''}]`
      );
    if (!isTable(of)) return JSON.stringify(of);
    return `{${Object.entries(of)
      .map(([name, item]) => ` ${key(name)} =${gap()}${inline(item, down(pointer, name))}`)
      .join(',')} }`;
  };
  const dotted = (before: readonly string[], of: object, pointer: string): string =>
    Object.entries(of)
      .map(([name, item]) => {
        const [keys, inside] = [[...before, key(name)], down(pointer, name)];
        return isTable(item) && Object.keys(item).length > 0 && pick(2) === 0
          ? dotted(keys, item, inside)
          : `${path(keys)}=${gap()}${inline(item, inside)}${note()}${end}`;
      })
      .join('');
  const table = (of: object, header: readonly string[], pointer: string): { lines: string; sections: string } => {
    let [lines, sections] = ['', ''];
    for (const [name, item] of Object.entries(of)) {
      const inside = down(pointer, name);
      const keys = [...header, key(name)];
      const how = pick(3);
      if (isTable(item) && how === 1 && Object.keys(item).length > 0) lines += dotted([key(name)], item, inside);
      else if (isTable(item) && how === 2) {
        const body = table(item, keys, inside);
        // A header may be left out where only tables follow.
        const isOmitted = body.lines === '' && body.sections !== '' && pick(2) === 0;
        sections += `${isOmitted ? '' : `[${path(keys)}]${note()}${end}`}${body.lines}${body.sections}`;
      } else if (Array.isArray(item) && item.length > 0 && item.every(isTable) && how > 0) {
        item.forEach((entry, index) => {
          const body = table(entry, keys, down(inside, String(index)));
          sections += `[[${path(keys)}]]${note()}${end}${body.lines}${body.sections}`;
        });
      } else lines += `${gap()}${key(name)} = ${inline(item, inside)}${note()}${end}`;
    }
    return { lines, sections };
  };
  const { lines, sections } = table(value, [], '');
  return { text: `${pickOne(pick, ['', '', '\ufeff'])}${lines}${sections}`, whole };
}
