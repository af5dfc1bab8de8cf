/** The page's own measures of motion, as the style sheet has them. */

/** Whether the reader asked the device for less motion. */
export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const NAMES = ['--quick', '--move', '--slow', '--travel', '--tell', '--ease'] as const;
type Name = (typeof NAMES)[number];
const known = new Map<Name, string>();

/** All are read at once: each look at a style makes the page compute what has changed since. */
function text(name: Name): string {
  if (known.size === 0) {
    const style = getComputedStyle(document.documentElement);
    for (const each of NAMES) known.set(each, style.getPropertyValue(each).trim());
  }
  return known.get(name)!;
}

/** A duration of the style sheet, in ms. */
export const token = Object.assign(
  (name: Exclude<Name, '--ease'>): number => {
    const value = text(name);
    return value.endsWith('ms') ? parseFloat(value) : parseFloat(value) * 1000;
  },
  { text },
);
