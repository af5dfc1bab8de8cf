/** How much time there is, as it is written on a clock or in a form. */
import { formatNumber } from '../../i18n/index.svelte';

/** From here on a clock warns. */
export const WARNING_MS = 10_000;

const UNITS = [
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;
const two = (value: number) => String(value).padStart(2, '0');

/** What is left: minutes and seconds, with hours where there are some, and days beyond two. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds >= 2 * 86_400)
    return formatNumber(Math.floor(seconds / 86_400), { style: 'unit', unit: 'day', unitDisplay: 'long' });
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A length of time in the largest unit that fits it: "2 minutes". */
export function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? UNITS[4];
  return formatNumber(seconds / size, { style: 'unit', unit, unitDisplay: 'long' });
}
