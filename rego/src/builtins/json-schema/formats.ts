import { isIPv4, isIPv6 } from 'node:net';

const isDate = (text: string): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return day !== undefined && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
};
const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.test(text);
const isAddress = (text: string): boolean => /^[^\s@<>]+@[^\s@<>]+$/.test(text);
const isUriReference = (text: string): boolean => !text.includes('\\') && !/\s/.test(text) && URL.canParse(text, 'http://a.example/');

/** The checked formats of texts; any other format is accepted. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: isTime,
  'date-time': (text) =>
    isDate(text.slice(0, 10)) && /^[Tt ]/.test(text.slice(10)) && /[Zz]|[+-]\d\d:\d\d$/.test(text) && isTime(text.slice(11)),
  hostname: (text) =>
    text.length < 256 && /^([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)*[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/.test(text),
  email: isAddress,
  'idn-email': isAddress,
  ipv4: isIPv4,
  ipv6: (text) => isIPv6(text) && !text.includes('%'),
  uri: (text) => /^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(text) && isUriReference(text),
  iri: (text) => /^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(text) && isUriReference(text),
  'uri-reference': isUriReference,
  'iri-reference': isUriReference,
  uuid: (text) => /^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/.test(text),
  'json-pointer': (text) => /^(\/([^~/]|~[01])*)*$/.test(text),
  'relative-json-pointer': (text) => /^(0|[1-9]\d*)(#|(\/([^~/]|~[01])*)*)$/.test(text),
};
