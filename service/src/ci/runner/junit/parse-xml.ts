/** A part of an XML document, in document order. `pause`: so much was read that other work may have its turn. */
export type XmlPart =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pause' };

/** An invalid document; the message is a sentence. */
export class XmlFault extends Error {}

const maxDepth = 100;
const maxAttributes = 1000;
/** Characters that are read between two pauses, and characters of the attributes of one element that are decoded: the rest is left out. */
const portion = 64 * 1024;
/** Characters of an entity, with & and ;. */
const maxEntity = 34;
const knownEntities: { readonly [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decodeCharacter = (code: number): string => {
  if (!(code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff)) || (code >= 0xd800 && code <= 0xdfff))
    throw new XmlFault('a character is named that XML does not have');
  return String.fromCodePoint(code);
};
/** Decodes the predefined entities of XML and numeric characters; others cannot be declared. */
const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&([^;&\s]{1,32});|&/g, (_, name: string | undefined) => {
        const number = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name ?? '');
        if (number) return decodeCharacter(number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16));
        if (name === undefined || !Object.hasOwn(knownEntities, name))
          throw new XmlFault(name === undefined ? 'an & begins no entity' : `the entity &${name}; is not known`);
        return knownEntities[name]!;
      })
    : text;

/** The first characters of a text, at most `length`, without a part of an entity at their end. */
const cutBeforeEntity = (text: string, length: number): string => {
  if (text.length <= length) return text;
  const begun = text.slice(Math.max(0, length - maxEntity), length).lastIndexOf('&');
  return text.slice(0, begun < 0 ? length : Math.max(0, length - maxEntity) + begun);
};

/** A text in portions: a reference costs as much as 200 other characters. */
function* readText(text: string): Generator<XmlPart> {
  if (!text.includes('&')) return yield { kind: 'text', text };
  for (let from = 0; from < text.length;) {
    const words = cutBeforeEntity(text.slice(from, from + portion + 1), portion);
    yield { kind: 'text', text: decodeEntities(words) };
    from += words.length;
    if (from < text.length) yield { kind: 'pause' };
  }
}

const findEnd = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from);
  if (at < 0) throw new XmlFault(`the end ${mark} is missing`);
  return at + mark.length;
};

const namePattern = /[A-Za-z_:\u0080-\uFFFF][\w:.\u0080-\uFFFF-]*/y;
const readName = (text: string, at: number): string => {
  namePattern.lastIndex = at;
  const name = namePattern.exec(text)?.[0];
  if (name === undefined) throw new XmlFault('a name is missing after <');
  return name;
};
const attributePattern = /\s+([A-Za-z_:\u0080-\uFFFF][\w:.\u0080-\uFFFF-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const endPattern = /\s*(\/?)>/y;

const readTag = (
  text: string,
  at: number,
): { readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly closed: boolean; readonly end: number } => {
  const name = readName(text, at);
  const attributes = new Map<string, string>();
  let room = portion;
  for (let from = at + name.length; ;) {
    attributePattern.lastIndex = endPattern.lastIndex = from;
    const found = attributePattern.exec(text);
    if (!found) {
      const end = endPattern.exec(text);
      if (!end) throw new XmlFault(`the element ${name.slice(0, 60)} cannot be read`);
      return { name, attributes, closed: end[1] === '/', end: endPattern.lastIndex };
    }
    if (attributes.has(found[1]!)) throw new XmlFault(`the attribute ${found[1]!.slice(0, 60)} is given twice`);
    if (attributes.size === maxAttributes) throw new XmlFault(`the element ${name.slice(0, 60)} has more than ${maxAttributes} attributes`);
    const value = cutBeforeEntity(found[2] ?? found[3]!, room);
    room -= value.length;
    attributes.set(found[1]!, decodeEntities(value));
    from = attributePattern.lastIndex;
  }
};

/** The place after the > of a closing tag. */
const readTagEnd = (text: string, at: number, name: string): number => {
  endPattern.lastIndex = at;
  const end = endPattern.exec(text);
  if (!end || end[1] === '/') throw new XmlFault(`</${name.slice(0, 60)}> cannot be read`);
  return endPattern.lastIndex;
};

/**
 * Parses a document into its parts, one after the other, in linear time. Strict: elements are closed in order, and there is one root.
 * A document type is rejected, so nothing is declared, expanded or fetched. Throws XmlFault.
 */
export function* parseXml(text: string): Generator<XmlPart> {
  const open: string[] = [];
  let [at, roots, paused] = [text.startsWith('\uFEFF') ? 1 : 0, 0, 0];
  while (at < text.length) {
    if (at - paused > portion) {
      paused = at;
      yield { kind: 'pause' };
    }
    const next = text.indexOf('<', at);
    const words = text.slice(at, next < 0 ? text.length : next);
    if (words !== '') {
      if (open.length > 0) yield* readText(words);
      else if (words.trim() !== '') throw new XmlFault('text is outside of the outermost element');
    }
    if (next < 0) break;
    if (text.startsWith('<!--', next)) at = findEnd(text, '-->', next + 4);
    else if (text.startsWith('<?', next)) at = findEnd(text, '?>', next + 2);
    else if (text.startsWith('<![CDATA[', next)) {
      at = findEnd(text, ']]>', next + 9);
      if (open.length === 0) throw new XmlFault('text is outside of the outermost element');
      yield { kind: 'text', text: text.slice(next + 9, at - 3) };
    } else if (text.startsWith('<!', next)) throw new XmlFault('a document type is not accepted');
    else if (text.startsWith('</', next)) {
      const name = readName(text, next + 2);
      if (open.pop() !== name) throw new XmlFault(`</${name.slice(0, 60)}> closes nothing that is open here`);
      at = readTagEnd(text, next + 2 + name.length, name);
      yield { kind: 'close', name };
    } else {
      const { name, attributes, closed, end } = readTag(text, next + 1);
      if (open.length === 0 && ++roots > 1) throw new XmlFault('there is a second outermost element');
      if (open.length >= maxDepth) throw new XmlFault(`elements nest deeper than ${maxDepth}`);
      yield { kind: 'open', name, attributes };
      if (closed) yield { kind: 'close', name };
      else open.push(name);
      at = end;
    }
  }
  if (open.length > 0) throw new XmlFault(`the element ${open.at(-1)!.slice(0, 60)} is not closed`);
  if (roots === 0) throw new XmlFault('there is no element');
}
