import { maxPort } from './ports.ts';

/** Digits, from 0 to 65535. */
export const isPortText = (text: string): boolean => /^[0-9]{1,9}$/.test(text) && Number(text) <= maxPort;
