/** How a review's numbers are written. */
import { formatNumber } from '../i18n/index.svelte';

/** What a choice must cost or win to be called worse or better. */
export const CLEAR = 0.02;

/** A share of the victory with its sign. */
export const signed = (value: number): string =>
  formatNumber(value, { signDisplay: 'exceptZero', minimumFractionDigits: 2, maximumFractionDigits: 2 });
export const plain = (value: number): string =>
  formatNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** A chance as people read it. */
export const percent = (value: number): string =>
  formatNumber(value, { style: 'percent', maximumFractionDigits: 0 });
