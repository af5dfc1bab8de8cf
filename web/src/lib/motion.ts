/** Whether the reader asked the device for less motion. */
export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The easing of everything that travels. */
export const EASE = 'cubic-bezier(0.2, 0.8, 0.2, 1)';
