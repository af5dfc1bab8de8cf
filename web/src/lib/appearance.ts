/** Light, dark, or as the device has it. */
export const APPEARANCES = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof APPEARANCES)[number];
const STORED = 'quartett.appearance';

export function appearance(): Appearance {
  const stored = localStorage.getItem(STORED);
  return APPEARANCES.find((name) => name === stored) ?? 'system';
}

/** Shows the page so, and remembers it. */
export function setAppearance(wanted: Appearance): void {
  localStorage.setItem(STORED, wanted);
  applyAppearance();
}

/** To be called once before the page is drawn. */
export function applyAppearance(): void {
  const wanted = appearance();
  if (wanted === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = wanted;
}
