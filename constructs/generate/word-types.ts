import type { AttributeMeta } from '@slipway/declarations/derive';
import { camelCase, type structsOf } from './structs.ts';

const oneWord = /^one of ("[^"]+"(?:, "[^"]+")*)$/;
const setOfWords = /^a (?:set|list), each one of ("[^"]+"(?:, "[^"]+")*)$/;

const union = (list: string): string => list.split(', ').join(' | ');

interface WordTypes {
  readonly plain: string;
  readonly written: string;
  readonly read: string;
}

/** The types of an attribute whose values are listed: what is written, and what is read; undefined for any other. */
const wordTypes = ({ type }: AttributeMeta, also: readonly string[]): WordTypes | undefined => {
  const words = oneWord.exec(type)?.[1];
  const more = also.map((word) => ` | ${JSON.stringify(word)}`).join('');
  if (words !== undefined) return { plain: 'string', written: `Word<${union(words)}${more}>`, read: `WordToken<${union(words)}>` };
  const members = setOfWords.exec(type)?.[1];
  return members === undefined
    ? undefined
    : { plain: 'string[]', written: `WordList<${union(members)}>`, read: `WordToken<${union(members)}>[]` };
};

/** From where a declaration begins to the line that ends it. */
const spanOf = (text: string, start: string): readonly [from: number, to: number] | undefined => {
  const from = text.indexOf(start);
  return from < 0 ? undefined : [from, text.indexOf('\n}', from)];
};

const replaceWithin = (text: string, start: string, rewrite: (part: string) => string): string => {
  const span = spanOf(text, start);
  return span ? `${text.slice(0, span[0])}${rewrite(text.slice(...span))}${text.slice(span[1])}` : text;
};

/** One attribute of one interface, class or mapper in its types. */
const withTypesOf = (part: string, name: string, types: WordTypes): string => {
  const own = camelCase(name);
  const plain = types.plain.replace('[]', '\\[\\]');
  const given = `(?:this\\._|struct!\\.)${own}`;
  return part
    .replace(new RegExp(`(readonly ${own}\\??: )${plain};`), `$1${types.written};`)
    .replace(new RegExp(`(private _${own}\\??: )${plain};`), `$1${types.written};`)
    .replace(new RegExp(`(set ${own}\\(value: )${plain}\\)`), `$1${types.written})`)
    .replace(new RegExp(`(get ${own}\\(\\) \\{\\n +return [^;]*Attribute\\('${name}'\\)\\)?);`), `$1 as ${types.read};`)
    .replaceAll(new RegExp(`(stringTo(?:Hcl)?Terraform\\(${given})\\)`, 'g'), '$1 as string)')
    .replaceAll(new RegExp(`(stringTo(?:Hcl)?Terraform, false\\)\\(${given})\\)`, 'g'), '$1 as string[])');
};

/**
 * Types of listed words in place of `string`, in interfaces, classes and what writes their members. `also` are words that are accepted
 * besides those of the declaration, by attribute.
 */
export const withWordTypes = (
  source: string,
  structs: ReturnType<typeof structsOf>,
  also: { readonly [attribute: string]: readonly string[] },
): string => {
  let text = source;
  for (const [struct, attributes] of structs) {
    const mapper = struct.charAt(0).toLowerCase() + struct.slice(1);
    const starts = [`interface ${struct} `, `class ${struct} `, `function ${mapper}ToTerraform(`, `function ${mapper}ToHclTerraform(`];
    for (const [name, meta] of Object.entries(attributes)) {
      const types = wordTypes(meta, also[name] ?? []);
      if (types) for (const start of starts) text = replaceWithin(text, `export ${start}`, (part) => withTypesOf(part, name, types));
    }
  }
  const used = ['Word', 'WordList', 'WordToken'].filter((name) => text.includes(`${name}<`)).join(', ');
  const engine = "import * as cdktf from 'cdktf';";
  return used === '' ? text : text.replace(engine, `${engine}\nimport type { ${used} } from '../word.ts';`);
};
