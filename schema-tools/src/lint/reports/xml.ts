/** What XML 1.0 cannot hold, escaped or not. */
const forbidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const entities: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Escapes text between tags. */
export const xmlText = (text: string): string => text.replace(forbidden, '').replace(/[&<>"\r]/g, (character) => entities[character]!);

/** Text of an attribute, in which line ends would become spaces. */
const xmlAttribute = (text: string): string => xmlText(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

export const xmlAttributes = (said: { readonly [name: string]: string | number }): string =>
  Object.entries(said)
    .map(([name, value]) => ` ${name}="${xmlAttribute(`${value}`)}"`)
    .join('');
