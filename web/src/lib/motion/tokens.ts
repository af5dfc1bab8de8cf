/** The page's own measures of motion, as the style sheet has them. */

/** Whether the reader asked the device for less motion. */
export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const known = new Map<string, string>();

function text(name: string): string {
  if (!known.has(name))
    known.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return known.get(name)!;
}

/** A duration of the style sheet, in ms. */
export const token = Object.assign(
  (name: '--quick' | '--move' | '--slow' | '--travel' | '--tell'): number => {
    const value = text(name);
    return value.endsWith('ms') ? parseFloat(value) : parseFloat(value) * 1000;
  },
  { text },
);
